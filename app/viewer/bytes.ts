import { PreviewFailure } from './stage.ts'

/**
 * Fetches a file without credentials, at most `limit` bytes of it; `complete` says whether that was all.
 * Throws a {@link PreviewFailure} `unreachable` when the network or the server refuses.
 */
export async function fetchBytes(
  url: string,
  signal: AbortSignal,
  limit = Number.POSITIVE_INFINITY,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; complete: boolean }> {
  try {
    const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
    if (!response.ok) throw new Error(`The file answered ${response.status}`)

    const chunks: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) break
    }
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
    return { bytes: bytes.subarray(0, limit), complete: size <= limit }
  } catch (cause) {
    throw new PreviewFailure('unreachable', { cause })
  }
}
