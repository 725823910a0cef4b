import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import type { Paged } from '~/contract/shared.ts'
import { process, refusal, textFile, uploaded } from './harness/files.ts'
import { seedFile } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const long = 'とても長い名前の年次有給休暇に関する就業規則の改定案について.txt'
const names = ['Report.txt', 'report_2.txt', '100% done.txt', 'テニス.csv', long]

const { organization, user } = await seedMembers('list.test', { user: 'user' })
const group = { organizationId: organization.id, groupId: organization.users[0]!.privateGroupId }

for (const name of names) await seedFile({ ...group, name })
await seedFile({ organizationId: organization.id, groupId: organization.groupId, name: 'shared.txt' })
await env.DB.prepare("UPDATE files SET source = 'generated' WHERE name = 'shared.txt'").run()

test('the latest file comes first', async () => {
  expect((await list()).data.map(({ name }) => name)).toEqual(['shared.txt', ...names.toReversed()])
})

test('a listed file has its own type, and its group has another', async () => {
  const [shared, own] = (await list()).data
  expect(shared).toMatchObject({ type: 'document', group_type: 'organization' })
  expect(own).toMatchObject({ type: 'document', group_type: 'user' })
})

test('pages follow one another without a gap, and say how many there are', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => list({ page: String(page), page_size: '4' })))
  expect(pages.map(({ data }) => data.length)).toEqual([4, 2, 0])
  expect(pages.flatMap(({ data }) => data)).toEqual((await list()).data)
  expect(pages[0]).toMatchObject({ total: 6, page: 1, pages: 2, page_size: 4 })
})

test.each([
  ['rEPORT', ['report_2.txt', 'Report.txt']],
  ['_', ['report_2.txt']],
  ['%', ['100% done.txt']],
  ['\\', []],
  ['テニス', ['テニス.csv']],
  ['テニス'.normalize('NFD'), ['テニス.csv']],
  [long.slice(0, 30), [long]],
])('%s is looked for in the names, character by character', async (name, found) => {
  const { data, total } = await list({ name })
  expect(data.map((file) => file.name)).toEqual(found)
  expect(total).toBe(found.length)
})

test('groups and sources narrow the list', async () => {
  expect(await namesOf({ group_ids: String(group.groupId) })).toEqual(names.toReversed())
  expect(await namesOf({ source_types: 'generated' })).toEqual(['shared.txt'])
  expect(await namesOf({ source_types: 'generated,upload' })).toHaveLength(6)
  expect(await namesOf({ source_types: 'generated', group_ids: String(group.groupId) })).toEqual([])
})

test('hundreds of groups may be asked for at once', async () => {
  const ids = Array.from({ length: 500 }, (_, index) => 1_000_000 + index)
  expect(await namesOf({ group_ids: [...ids, group.groupId].join(',') })).toEqual(names.toReversed())
})

test.each(['source_types=nowhere', 'group_ids=1,x', 'page=0', 'page_size=101'])('%s is invalid', async (query) => {
  expect(await refusal(await user(`/web/v1/files?${query}`))).toMatchObject({ status: 400, code: 'invalid_request' })
})

test('nothing about where the bytes are leaves the provider', async () => {
  expect(JSON.stringify(await list())).not.toMatch(/object_key|uploaded_by/)
})

test('the text that was read is given page by page, once it is read', async () => {
  const file = await uploaded(user, textFile('notes.txt', 'First page.\fSecond page.'))
  expect(await refusal(await user(`/web/v1/files/${file.id}/content`))).toEqual({
    status: 404,
    code: 'file_content_not_available',
  })
  await process(file)
  const response = await user(`/web/v1/files/${file.id}/content`)
  expect(await response.json()).toEqual({
    pages: [
      { page: 1, text: 'First page.' },
      { page: 2, text: 'Second page.' },
    ],
  })
})

async function list(query: Record<string, string> = {}): Promise<Paged<StoredFile>> {
  const response = await user(`/web/v1/files?${new URLSearchParams(query)}`)
  expect(response.status).toBe(200)
  return response.json()
}

const namesOf = async (query: Record<string, string>) => (await list(query)).data.map(({ name }) => name)
