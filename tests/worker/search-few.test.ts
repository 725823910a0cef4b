import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { findPassages } from '~/provider/search/find-passages.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { queryTerms } from '~/provider/search/query-terms.ts'
import { ordinaryShelves } from '~/provider/search/shelves.ts'
import { mostCounted, weighTerms } from '~/provider/search/weigh-terms.ts'
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

test('Among few passages, none is passed over for later ones, in two statements', async () => {
  let statements = 0
  const db = { prepare: (sql: string) => (statements++, env.DB.prepare(sql)) } as D1Database
  const [first] = await findPassages(db, { text: 'budget plan', groupIds: [groupId], limit: 10 })
  expect(first).toMatchObject({ text: oldest })
  expect(statements).toBe(2)
})

test('How rare a term is depends on the shelves that are read alone, wherever their passages stand among others', async () => {
  const { terms, areFew } = await weighTerms(env.DB, queryTerms('budget year umbrella'), ordinaryShelves([groupId]))
  expect(areFew).toBe(true)
  expect(terms.map(({ term }) => term)).toEqual(['budget', 'year'])
  expect(terms[0]!.weight).toBeCloseTo(Math.log(2), 1)
  expect(terms[1]!.weight).toBeCloseTo(0, 1)
})
