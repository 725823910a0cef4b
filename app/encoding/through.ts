/** Bytes as a stream makes them: compressed, or as they were before that. */
export const through = (transform: CompressionStream | DecompressionStream, bytes: Uint8Array): Promise<Uint8Array> =>
  new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(transform)).bytes()
