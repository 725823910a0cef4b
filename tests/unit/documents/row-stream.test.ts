import { expect, test } from 'vitest'
import { decodeRows, encodeRows } from '~/provider/documents/row-stream.ts'

test('rows arrive as they were sent, wherever the bytes of a line are cut', async () => {
  const batches = [[['氏名', 'a\nb'], ['']], [['x'.repeat(50)]], [], [['終']]]
  const bytes = await new Response(
    encodeRows(
      (async function* () {
        yield* batches
      })(),
    ),
  ).bytes()
  for (const size of [1, 7, 64, bytes.length]) {
    const cut = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const received: string[][][] = []
    for await (const rows of decodeRows(cut)) received.push(rows)
    expect(received).toEqual(batches)
  }
})
