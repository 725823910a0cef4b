import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { findPassages, termRarity } from '~/provider/search/find-passages.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { mostCounted } from '~/provider/search/weigh-terms.ts'
import { seedFile, seedOrganization } from './harness/callers.ts'

/** More passages than are counted, by turns with one word and with another; only the oldest has both. */
const passages = mostCounted * 2 + 100
const oldest = 'The budget and the plan.'
const later = ['The budget of a year.', 'The plan of a year.']
let groupId: number

beforeAll(async () => {
  await seed('Before', ['Somebody else has a budget.'])
  groupId = await seed('Few', [oldest, ...Array.from({ length: passages }, (_, i) => later[i % 2]!)])
  await seed(
    'After',
    Array.from({ length: passages }, () => 'Somebody else has an umbrella.'),
  )
}, 60_000)

async function seed(name: string, texts: string[]): Promise<number> {
  const { id: organizationId, groupId } = await seedOrganization(name, [{ email: `a@${name.toLowerCase()}.example` }])
  const id = await seedFile({ organizationId, groupId, name: 'minutes.txt' })
  const pages = texts.map((text, index) => ({ page: index + 1, text }))
  await indexFile(env, { id, group_id: groupId, name: 'minutes.txt' }, pages)
  return groupId
}

test('Among few passages, none is passed over for later ones, in two statements and one call of the shard', async () => {
  let statements = 0
  let calls = 0
  const DB = { prepare: (sql: string) => (statements++, env.DB.prepare(sql)) } as D1Database
  const getByName = (key: string) => (calls++, env.LIBRARY_SHARDS.getByName(key))
  const LIBRARY_SHARDS = { getByName } as typeof env.LIBRARY_SHARDS
  const [first] = await findPassages(
    { ...env, DB, LIBRARY_SHARDS },
    { text: 'budget plan', groupIds: [groupId], limit: 10 },
  )
  expect(first).toMatchObject({ text: oldest })
  expect([statements, calls]).toEqual([2, 1])
})

test('How rare a term is depends on the groups that are read alone', async () => {
  const { terms } = (await termRarity(env, 'budget year umbrella', [groupId]))!
  expect([...terms.keys()]).toEqual(['budget', 'year'])
})
