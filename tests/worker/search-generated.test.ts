import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { indexFileName } from '~/provider/search/index-file-name.ts'
import { embedWaiting } from '~/provider/search/embed-waiting.ts'
import { findPassages, hasPassages, readPassages } from '~/provider/search/find-passages.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { openVectors } from '~/provider/search/vectors.ts'
import { seedFile, seedOrganization, type SeededOrganization } from './harness/callers.ts'
import { VectorizeDouble } from './harness/vectorize-double.ts'

let organization: SeededOrganization

beforeEach(async () => {
  organization = await seedOrganization('Library', [{ email: `a@${crypto.randomUUID()}.example` }])
})

async function add(name: string, source: 'upload' | 'generated' | 'sandbox', text: string): Promise<number> {
  const { id: organizationId, groupId } = organization
  const id = await seedFile({ organizationId, groupId, name })
  await env.DB.prepare('UPDATE files SET source = ? WHERE id = ?').bind(source, id).run()
  await indexFile(env, { id, group_id: groupId, name, source }, [{ page: 1, text }])
  return id
}

const find = async (text: string, fileIds?: number[]) =>
  (await findPassages(env, { text, groupIds: [organization.groupId], fileIds, limit: 10 })).map(
    ({ file_name }) => file_name,
  )

test('A file that the product generated is no source of a search, and what it was made from is', async () => {
  await add('extracted data.json', 'generated', 'launch: March, launch decided: yes, launch of AirSense: March')
  await add('launches by month.csv', 'sandbox', 'launch, AirSense, decided')
  await add('minutes.txt', 'upload', 'It was decided to put off the launch of AirSense to April.')
  expect(await find('What was decided about the launch of AirSense?')).toEqual(['minutes.txt'])
})

test('Where there are generated files alone, there is nothing to find', async () => {
  await add('report.docx', 'generated', 'The launch was reviewed.')
  expect(await hasPassages(env, [organization.groupId])).toBe(false)
  await add('minutes.txt', 'upload', 'Nothing was said.')
  expect(await hasPassages(env, [organization.groupId])).toBe(true)
})

test('A generated file that is attached is searched like any other', async () => {
  const id = await add('report.docx', 'generated', 'The launch was reviewed.')
  await add('minutes.txt', 'upload', 'The launch is in April.')
  expect(await find('launch', [id])).toEqual(['report.docx'])
})

test('A generated file whose name stands in the question is searched beside the others', async () => {
  await add('抽出結果.json', 'generated', '発売日は3月とする。')
  await add('launch report.docx', 'generated', 'The launch was reviewed, and the launch is fine.')
  await add('minutes.txt', 'upload', 'The launch is in April.')
  expect(await find('What does Launch Report.docx say about the launch?')).toEqual([
    'launch report.docx',
    'minutes.txt',
  ])
  expect(await find('抽出結果.jsonにある発売日は？')).toEqual(['抽出結果.json'])
  expect(await find('Is there a report on the launch?')).toEqual(['minutes.txt'])
  expect(await find('Which plan.docx names the launch?')).toEqual(['minutes.txt'])
})

test('A generated file that was renamed is still no source', async () => {
  const id = await add('report.docx', 'generated', 'The launch was reviewed.')
  await env.DB.prepare("UPDATE files SET name = 'launch.docx' WHERE id = ?").bind(id).run()
  await indexFileName(env, id)
  expect(await find('launch')).toEqual([])
  expect(await find('launch', [id])).toEqual(['launch.docx'])
})

test('A search by meaning leaves generated files out as well, unless they are attached', async () => {
  const index = new VectorizeDouble(['group_id', 'file_id', 'generated'])
  const VECTORIZE = index as unknown as Vectorize
  const EMBEDDING_BASE_URL = env.TEST_EMBEDDINGS_URL
  const hybrid = { ...env, VECTORIZE, EMBEDDING_BASE_URL, EMBEDDING_API_KEY: 'embedding-key', EMBEDDING_MODEL: 'few' }
  const id = await add('report.docx', 'generated', 'A car.')
  const own = await add('minutes.txt', 'upload', 'A car.')
  while ((await waiting()) > 0) await embedWaiting(hybrid)

  const vectors = openVectors(hybrid)!
  const groupIds = [organization.groupId]
  const nearest = async (fileIds?: number[]) => {
    const wanted = { text: 'limousine', organizationId: organization.id, groupIds, fileIds, limit: 10 }
    const ids = await vectors.nearest(wanted, new AbortController().signal)
    return (await readPassages(env, { ids, groupIds, fileIds })).map(({ file_id }) => file_id)
  }
  expect(await nearest()).toEqual([own])
  expect(await nearest([id])).toEqual([id])

  const ids = [...index.vectors.keys()].map(Number)
  expect((await readPassages(env, { ids, groupIds })).map(({ file_id }) => file_id)).toEqual([own])
})

const waiting = async () =>
  (await env.DB.prepare('SELECT count(*) AS n FROM library_shards WHERE changes > embedded_changes').first<{
    n: number
  }>())!.n
