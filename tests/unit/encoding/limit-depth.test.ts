import { expect, test } from 'vitest'
import { isDeeper, limitDepth } from '~/encoding/limit-depth.ts'

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)
const refusal = new Error('too deep')

/** The text, passed on in pieces of so many bytes. */
function passed(json: string, most: number, size = 7): Promise<string> {
  const bytes = new TextEncoder().encode(json)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift()
      if (piece) controller.enqueue(piece)
      else controller.close()
    },
  })
  return new Response(source.pipeThrough(limitDepth(most, () => refusal))).text()
}

test.each([
  ['lists', nested(10)],
  ['objects', nested(10, '{"a":', '}').replace('}', '1}')],
  ['lists one after another', `[${'[],'.repeat(1000)}[]]`],
  ['a text of brackets', JSON.stringify('['.repeat(1000))],
  ['a text of brackets behind a quote', JSON.stringify(`"${'{'.repeat(1000)}\\`)],
  ['brackets of other scripts', '["［｛「"]'],
])('%s up to the bound pass as they are', async (_, json) => {
  for (const size of [1, 7, 4096]) expect(await passed(json, 10, size)).toBe(json)
  expect(isDeeper(json, 10)).toBe(false)
})

test.each([
  ['lists', nested(11)],
  ['objects', nested(11, '{"a":', '}')],
  ['objects in lists', nested(6, '[{"a":', '}]')],
  ['lists behind a text that ends', `["\\\\",${nested(10)}]`],
  ['lists without an end', '['.repeat(100_000)],
])('%s beyond it do not', async (_, json) => {
  for (const size of [1, 7, 4096]) await expect(passed(json, 10, size)).rejects.toBe(refusal)
  expect(isDeeper(json, 10)).toBe(true)
})

test('ten megabytes of it are read no further than to the bound', async () => {
  let read = 0
  const piece = new TextEncoder().encode('['.repeat(64 * 1024))
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    read += piece.byteLength
    controller.enqueue(piece)
  }
  const endless = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
  await expect(new Response(endless.pipeThrough(limitDepth(100, () => refusal))).text()).rejects.toBe(refusal)
  expect(read).toBeLessThanOrEqual(3 * piece.byteLength)
})
