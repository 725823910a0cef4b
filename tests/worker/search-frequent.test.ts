import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { findPassages } from '~/provider/search/find-passages.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { few } from '~/provider/search/weigh-terms.ts'
import { seedFile, seedOrganization, type SeededOrganization } from './harness/callers.ts'

/** More passages than are all ranked, with the same words, and a few that differ. */
const frequent = few * 1.2
const filler = 'Several other matters of the department were discussed at length in this meeting of the month. '
let organization: SeededOrganization
let oldest: number

beforeAll(async () => {
  organization = await seedOrganization('Frequent', [{ email: 'a@frequent.example' }])
  oldest = await add('oldest.txt', [`The budget and the plan of the year. ${filler.repeat(4)}`])
  await add('telling.txt', ['Budget, budget, budget: the plan of the plan of the plan.'])
  await add('umbrella.txt', ['An umbrella stands in the hall.', 'The umbrella is in the budget of the hall.'])
  const text = (i: number) => `Number ${i}. The budget and the plan. ${filler.repeat(4)}`
  await add(
    'minutes.txt',
    Array.from({ length: frequent }, (_, i) => text(i)),
  )
}, 60_000)

async function add(name: string, texts: string[]): Promise<number> {
  const { id: organizationId, groupId } = organization
  const id = await seedFile({ organizationId, groupId, name })
  const pages = texts.map((text, index) => ({ page: index + 1, text }))
  await indexFile(env, { id, group_id: groupId, name }, pages)
  return id
}

const find = (text: string, more: { fileIds?: number[]; limit?: number } = {}) =>
  findPassages(env, { text, groupIds: [organization.groupId], limit: 10, ...more })

test('Of frequent words alone, the passages that say most about them come first', async () => {
  expect((await find('budget plan'))[0]).toMatchObject({ file_name: 'telling.txt' })
})

test('A rare word decides, and the frequent ones beside it rank what has it', async () => {
  const found = await find('umbrella budget')
  expect(found.slice(0, 2).map(({ file_name, page }) => [file_name, page])).toEqual([
    ['umbrella.txt', 2],
    ['umbrella.txt', 1],
  ])
})

test('A rare word does not keep away what has the frequent ones', async () => {
  const found = await find('umbrella budget plan')
  expect(found).toHaveLength(10)
  expect(found.map(({ file_name }) => file_name)).toContain('telling.txt')
  expect(new Set(found.map(({ id }) => id)).size).toBe(10)
})

test('Files that are asked for are searched whole, however many others have the words', async () => {
  expect(await find('budget plan', { fileIds: [oldest] })).toMatchObject([{ file_id: oldest }])
})
