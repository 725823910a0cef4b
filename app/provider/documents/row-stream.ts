/** Rows on their way between Workers, a line of JSON for some of them: as fast as they are taken, and no faster. */
export function encodeRows(batches: AsyncIterable<string[][]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const lines = batches[Symbol.asyncIterator]()
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
    },
    async cancel() {
      await lines.return?.()
    },
  })
}

/** What {@link encodeRows} made a stream of. */
export async function* decodeRows(stream: ReadableStream<Uint8Array>): AsyncGenerator<string[][]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as string[][]
  }
}
