/** Bytes of one line at most: a piece of an answer has some hundred. */
const longestLine = 1_000_000
const lineEnd = '\n'.charCodeAt(0)

/** An event stream that ends at a line without end, which its reader would keep until it is whole: an answer that was cut off. */
export function boundedLines({ body, status, headers }: Response): Response {
  let length = 0
  const bounded = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        const end = bytes.lastIndexOf(lineEnd)
        length = end === -1 ? length + bytes.byteLength : bytes.byteLength - end - 1
        if (length > longestLine) controller.terminate()
        else controller.enqueue(bytes)
      },
    }),
  )
  return new Response(bounded ?? null, { status, headers })
}
