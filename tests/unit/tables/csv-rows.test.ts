import { expect, test } from 'vitest'
import { encodingOf } from '~/provider/agents/tables/csv-encoding.ts'
import { csvRows, type Open } from '~/provider/agents/tables/csv-rows.ts'

/** Opens bytes as a file comes: in pieces that end anywhere. */
const opened =
  (bytes: Uint8Array, piece = 65_537) =>
  () =>
    Promise.resolve(
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += piece) controller.enqueue(bytes.slice(at, at + piece))
          controller.close()
        },
      }),
    )

async function batchesOf(open: Open) {
  const batches: string[][][] = []
  for await (const rows of csvRows(open, await encodingOf(await open()))) batches.push(rows)
  return batches
}

const read = async (bytes: Uint8Array) => {
  const open = opened(bytes)
  return (await batchesOf(open)).flat()
}

const utf8 = (text: string) => new TextEncoder().encode(text)

test('rows of a long file come some at a time, and none is lost or cut where pieces end', async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => [`${at}`, `支店 "${at}"`, `one\r\ntwo, ${at}`, '1.5'])
  const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
  const open = opened(utf8(text))
  const batches = await batchesOf(open)
  expect(batches.flat()).toEqual(rows)
  expect(batches.length).toBeGreaterThan(4)
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThan(10_000)
})

test('separators and line ends are guessed from the beginning, or told by its first line', async () => {
  expect(await read(utf8('a;b\n1,5;2\n'))).toEqual([['a', 'b'], ['1,5', '2'], ['']])
  expect(await read(utf8('sep=|\r\na|b\r\n1|2'))).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(await read(utf8('\ufeffa\tb\r1\t2'))).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('an encoding is told also by bytes that come late', async () => {
  // 売上 in Shift_JIS.
  const late = Uint8Array.from([...utf8('name,n\n' + 'x,1\n'.repeat(60_000)), 0x94, 0x84, 0x8f, 0xe3, 0x2c, 0x32])
  expect((await read(late)).at(-1)).toEqual(['売上', '2'])
  const wide = new Uint8Array(new Uint16Array([...'\ufeff売上,2'].map((letter) => letter.charCodeAt(0))).buffer)
  expect(await read(wide)).toEqual([['売上', '2']])
  await expect(read(Uint8Array.from([0, 1, 2, 3, 0, 255, 9, 200]))).rejects.toMatchObject({ reason: 'unreadable_text' })
})

test('a quotation mark that never ends ends the reading, and not the memory', async () => {
  const text = `a,b\n"${'x,1\n'.repeat(600_000)}`
  await expect(read(utf8(text))).rejects.toMatchObject({ reason: 'damaged' })
})

test('an empty file has no rows', async () => {
  expect((await read(new Uint8Array())).filter((row) => row.some(Boolean))).toEqual([])
})
