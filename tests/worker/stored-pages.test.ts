import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { allPages, pagesKey, storePages } from '~/provider/documents/stored-pages.ts'
import { textOf } from '../bench/retrieval/texts.ts'
import { bucketWith } from './harness/files.ts'

const object_key = 'a-file'
const file = { object_key }

/** What is read of a file, and how many bytes of the bucket that takes. */
async function read(from?: number, to?: number) {
  let bytes = 0
  const get = async (key: string, options?: R2GetOptions) => {
    const object = await env.FILES.get(key, options)
    bytes += object ? Math.min((options!.range as { length: number }).length, object.size) : 0
    return object
  }
  const bucket = bucketWith({ get: get as R2Bucket['get'] })
  return { pages: await allPages(bucket, file, from, to), bytes }
}

test('A text is read as it was stored, whatever it is', async () => {
  const pages = [
    { page: 2, text: 'Two lines\nand a "quotation" \\ \0 \ud83d\ude80' },
    { page: 3, text: '年次有給休暇' },
    { page: 7, text: 'x'.repeat(200_000) },
    { page: 8, text: '' },
  ]
  await storePages(env.FILES, file, pages)
  expect((await read()).pages).toEqual(pages)
  expect((await read(3, 6)).pages).toEqual([pages[1]])
  expect((await read(9)).pages).toEqual([])
})

test('Reading one page of 900 reads a small part of them', async () => {
  const pages = Array.from({ length: 900 }, (_, i) => ({
    page: i + 1,
    text: [1, 2, 3, 4].map((part) => textOf('en', 4 * i + part)).join('\n'),
  }))
  await storePages(env.FILES, file, pages)
  const { size } = (await env.FILES.head(pagesKey(file)))!
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0)
  expect(size).toBeLessThan(0.6 * characters)

  const one = await read(700, 700)
  expect(one.pages).toEqual([pages[699]])
  expect(one.bytes).toBeLessThan(size / 8)
  const all = await read()
  expect(all.pages).toEqual(pages)
  expect(all.bytes).toBeLessThan(size * 1.1)
})

test('A text without pages is none, and takes the place of an earlier one', async () => {
  await storePages(env.FILES, file, [{ page: 1, text: 'A text.' }])
  await storePages(env.FILES, file, [])
  expect((await read()).pages).toEqual([])
  expect(await env.FILES.head(pagesKey(file))).toBeNull()
})
