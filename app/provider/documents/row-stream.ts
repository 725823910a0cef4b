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
  let line = ''
  for await (const bytes of stream) {
    const [end, ...others] = decoder.decode(bytes, { stream: true }).split('\n')
    line += end!
    for (const next of others) {
      yield JSON.parse(line) as string[][]
      line = next
    }
  }
}
