import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { allPages } from '~/provider/documents/stored-pages.ts'
import { findPassages, openingPassages } from '~/provider/search/find-passages.ts'
import { files, openDatabase } from '~/provider/db/index.ts'
import { removeFile } from '~/provider/files/delete.ts'
import { type IndexedFile, indexFile, removeFromIndex } from '~/provider/search/index-file.ts'
import { storedPassages } from './harness/files.ts'

const mine = 1
const other = 2

beforeEach(async () => {
  await env.DB.batch(
    [
      'DELETE FROM files',
      'DELETE FROM groups',
      'DELETE FROM organizations',
      "INSERT INTO organizations (id, name) VALUES (1, 'A'), (2, 'B')",
      `INSERT INTO groups (id, organization_id, name, type) VALUES (${mine}, 1, 'A', 'organization'), (${other}, 2, 'B', 'organization')`,
    ].map((sql) => env.DB.prepare(sql)),
  )
})

async function add(id: number, group: number, name: string, ...texts: string[]): Promise<IndexedFile> {
  await env.DB.prepare(
    `INSERT INTO files (id, organization_id, group_id, object_key, name, type, mime_type, size, source, status)
     VALUES (?1, ?2, ?2, ?3, ?4, 'document', 'text/plain', 1, 'upload', 'done')`,
  )
    .bind(id, group, `key-${id}`, name)
    .run()
  const file = { id, group_id: group, name }
  await indexFile(env, file, pagesOf(texts))
  return file
}

const pagesOf = (texts: string[]) => texts.map((text, index) => ({ page: index + 1, text }))
const find = (text: string, options = {}) => findPassages(env, { text, groupIds: [mine], limit: 10, ...options })
const pagesStored = async () => (await allPages(env.FILES, { object_key: 'key-1' })).length
const passagesStored = async () => (await storedPassages()).length
const indexRows = async () => (await storedPassages("passages_index_1 WHERE passages_index_1 MATCH 'g'")).length

test('A question finds the page that speaks of its words, whatever their endings', async () => {
  await add(
    1,
    mine,
    'handbook.txt',
    'The cafeteria opens at noon.',
    'Employees may carry over five unused days of leave.',
  )
  const [first] = await find('How is an unused leave day carried over by an employee?')
  expect(first).toMatchObject({ file_id: 1, file_name: 'handbook.txt', page: 2 })
  expect(first!.score).toBeGreaterThan(0)
})

test.each(['有給', '定年', '副業', 'みそ', 'ゴミ', '税'])('The short Japanese term %s is found', async (term) => {
  await add(1, mine, 'a.txt', '会議室の予約は総務課に申し込む。', `ここでは${term}について定める。`)
  expect((await find(`${term}について教えてください`)).map(({ page }) => page)).toEqual([2])
})

test.each([
  ['申込', '申し込みは総務課が受ける。'],
  ['取り組み', '取組の一覧を載せる。'],
  ['払い戻し', '払戻は翌月に行う。'],
])('%s is found where it is spelled with more or fewer kana', async (asked, text) => {
  await add(1, mine, 'a.txt', '会議室の予約は二日前までとする。', text)
  expect((await find(`${asked}について教えてください`)).map(({ page }) => page)).toEqual([2])
})

test('A term is found inside a longer compound, and in full or half width', async () => {
  await add(1, mine, 'a.txt', '年次有給休暇取得促進期間とする。', 'ＵＳＢメモリーとｻｰﾊﾞｰの管理')
  expect((await find('有給休暇')).map(({ page }) => page)).toEqual([1])
  expect((await find('USB サーバの規則')).map(({ page }) => page)).toEqual([2])
})

test('A page is found that says the same in other words, after one that says it in the same', async () => {
  await add(
    1,
    mine,
    'a.txt',
    '賞与は六月と十二月に支払う。',
    'ボーナスは六月と十二月に支払う。',
    '会議室は総務課が貸す。',
  )
  expect((await find('ボーナスはいつですか')).map(({ page }) => page)).toEqual([2, 1])
})

test('Of each page the first passage is known as what it opens with', async () => {
  const long = Array.from({ length: 40 }, (_, i) => `The ferry sails at hour ${i} of the day.`).join(' ')
  await add(1, mine, 'a.txt', long, 'The ferry waits.')
  const found = (await find('ferry')).toSorted((one, another) => one.id - another.id)
  expect(found.map(({ page, opens_page }) => [page, opens_page])).toEqual([
    [1, 1],
    [1, 0],
    [2, 1],
  ])
})

test("A file is found by its name's words", async () => {
  await add(1, mine, '就業規則.pdf', '第一条はこうである。')
  await add(2, mine, 'menu.txt', '本日の献立')
  expect((await find('就業規則')).map(({ file_id }) => file_id)).toEqual([1])
})

test('Nothing of another group is found, not even by its exact words, its file id or its name', async () => {
  await add(1, mine, 'mine.txt', 'The picnic is on Friday.')
  await add(2, other, 'secret.txt', 'The merger with Umbrella is on Monday.')
  expect(await find('merger with Umbrella on Monday secret')).toEqual([])
  expect(await find('merger Umbrella', { fileIds: [2] })).toEqual([])
  expect(await openingPassages(env, { groupIds: [mine], fileIds: [1, 2], limit: 10 })).toMatchObject([{ file_id: 1 }])
  expect(await find('merger', { groupIds: [] })).toEqual([])
  expect(await find('merger', { groupIds: [mine, other] })).toHaveLength(1)
})

test('A file that has moved to another group since it was indexed is found in neither until it is indexed again', async () => {
  await add(1, mine, 'a.txt', 'The merger is on Monday.')
  await env.DB.prepare('UPDATE files SET group_id = ?').bind(other).run()
  expect(await find('merger', { groupIds: [mine, other] })).toEqual([])
})

test('A search is limited to files where they are given', async () => {
  await add(1, mine, 'a.txt', 'The budget is 100.')
  await add(2, mine, 'b.txt', 'The budget is 200.')
  expect((await find('budget', { fileIds: [2] })).map(({ file_id }) => file_id)).toEqual([2])
  expect(await find('budget', { fileIds: [] })).toEqual([])
})

test('Indexing twice, one after the other or at the same time, leaves the same rows as once', async () => {
  const texts = Array.from(
    { length: 40 },
    (_, i) => `Chapter ${i}. ${'The quick brown fox jumps over a lazy dog. '.repeat(120)}`,
  )
  const file = await add(1, mine, 'long.txt', ...texts)
  const rows = [await pagesStored(), await passagesStored()]
  expect(rows[0]).toBe(40)
  await indexFile(env, file, pagesOf(texts))
  await Promise.all([indexFile(env, file, pagesOf(texts)), indexFile(env, file, pagesOf(texts))])
  expect([await pagesStored(), await passagesStored()]).toEqual(rows)
  expect(await indexRows()).toBe(rows[1])
})

test('Indexing again replaces what a shorter version no longer has', async () => {
  const file = await add(1, mine, 'a.txt', 'Alpha page', 'Beta page', 'Gamma page')
  await indexFile(env, file, [{ page: 2, text: 'Delta page' }])
  expect(await find('Alpha Beta Gamma')).toEqual([])
  expect((await find('Delta')).map(({ page }) => page)).toEqual([2])
  expect(await pagesStored()).toBe(1)
})

test('Every index row belongs to the passage with its words', async () => {
  await add(1, mine, 'a.txt', ...Array.from({ length: 150 }, (_, i) => `unique${i} text`))
  for (const i of [0, 59, 60, 149])
    expect(await find(`unique${i}`)).toMatchObject([{ page: i + 1, text: `unique${i} text` }])
})

test('A removed or deleted file leaves nothing behind', async () => {
  await add(1, mine, 'a.txt', 'The removed file')
  await add(2, mine, 'b.txt', 'The deleted file')
  await removeFromIndex(env, 1)
  await removeFromIndex(env, 1)
  await removeFile(
    env,
    openDatabase(env.DB),
    (await openDatabase(env.DB).select().from(files).where(eq(files.id, 2)).get())!,
  )
  expect(await find('removed deleted')).toEqual([])
  expect([await pagesStored(), await passagesStored()]).toEqual([0, 0])
  expect(await indexRows()).toBe(0)
})

test.each([
  '"',
  "'; DROP TABLE passages; --",
  'budget" OR words:*',
  'NEAR(budget, 5) AND NOT title:x',
  'budget*',
  '^budget - + {words title}: (',
  '-- /* */ \0 \u202e budget',
  'words : budget',
  '""""""',
  '🚀',
  '',
  'budget '.repeat(30_000),
])('The hostile question %j is only words', async (question) => {
  await add(1, mine, 'a.txt', 'The budget is 100.')
  await add(2, other, 'b.txt', 'The budget is 200.')
  const found = await find(question)
  expect(found.map(({ file_id }) => file_id)).toEqual(question.includes('budget') ? [1] : [])
})

test('A table that is cut into passages repeats its column names', async () => {
  const rows = Array.from({ length: 80 }, (_, i) => `item ${i}\t${i * 10}\tsome remark about it`)
  await add(1, mine, 'a.csv', ['Name\tPrice\tRemark', ...rows].join('\n'))
  const passages = await openingPassages(env, { groupIds: [mine], fileIds: [1], limit: 50 })
  expect(passages.length).toBeGreaterThan(2)
  for (const { text } of passages) expect(text).toMatch(/^Name\tPrice\tRemark\nitem /)
})
