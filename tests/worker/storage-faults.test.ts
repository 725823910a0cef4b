import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { randomFrom } from '../random.ts'
import type { Failure, Way, Words } from './harness/failing-storage.ts'
import { serveTheWeb } from './harness/webpages.ts'
import { changes } from './storage-faults/changes.ts'
import { type Findings, tryChange, undisturbed } from './storage-faults/try-change.ts'

beforeAll(() => {
  serveTheWeb()
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue()
})

const nothing: Findings = { lost: [], doubled: [], stuck: [], leaked: [] }

const once = new Map<string, ReturnType<typeof undisturbed>>()
/** What a change leads to, looked at once. */
function undisturbedOnce(name: string) {
  const known = once.get(name) ?? undisturbed(changes[name]!)
  once.set(name, known)
  return known
}

describe.skipIf(env.TEST_STORAGE_FAULTS !== '')('where a call of the storage fails', () => {
  test.each<[string, string, Way, Words]>([
    ['a first question', 'MEMBERS.fetch', 'after', 'broken'],
    ['a question over a file', 'DB SELECT id, name', 'before', 'lost'],
    ['a question under a quota', 'ORGANIZATIONS.reserveQuestion', 'after', 'lost'],
    ['a question under a quota', 'ORGANIZATIONS.reserveQuestion', 'after', 'broken'],
    ['a file', 'MEMBERS.claimKey', 'after', 'broken'],
    ['a file', 'MEMBERS.settleKey', 'after', 'broken'],
    ['a file', 'MEMBERS.settleKey', 'before', 'broken'],
    ['a file', 'FILES.put', 'before', 'broken'],
    ['a validation', 'DB batch of 3', 'after', 'lost'],
    ['a new name of a file', 'JOBS.send', 'before', 'lost'],
    ['a file processed again', 'JOBS.send', 'before', 'lost'],
    ['a site', 'JOBS.send', 'before', 'broken'],
    ['a document read', 'LIBRARY_SHARDS.replacePages', 'after', 'broken'],
    ['a page crawled', 'JOBS.send', 'after', 'lost'],
    ['a user deleted', 'DB batch of 4', 'after', 'lost'],
    ['a page crawled', 'DB update "site_pages" set "status"', 'before', 'broken'],
  ])('%s is made, or refused and made by its repetition: %s, %s, %s', async (name, at, way, words) => {
    const { sites, expected } = await undisturbedOnce(name)
    expect(sites.some((site) => site.startsWith(at))).toBe(true)
    expect(await tryChange(changes[name]!, { at, way, words }, expected)).toEqual(nothing)
  })
})

/** For `npm run chaos`: any change, at any of the calls that it makes. What is found goes to the output, as a line of JSON. */
describe.runIf(env.TEST_STORAGE_FAULTS !== '')('tries at random', () => {
  test('find nothing', { timeout: 0 }, async () => {
    const { seed, tries } = JSON.parse(env.TEST_STORAGE_FAULTS) as { seed: number; tries: number }
    const random = randomFrom(seed)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
    const names = Object.keys(changes)
    for (let number = 0; number < tries; number++) {
      const name = tries >= names.length ? names[number % names.length]! : pick(names)
      const { sites, expected } = await undisturbedOnce(name)
      const at = 1 + Math.floor(random() * sites.length)
      const failure: Failure = { at, way: pick(['before', 'after']), words: pick(['lost', 'broken']) }
      const findings = await tryChange(changes[name]!, failure, expected)
      console.log(
        `${JSON.stringify({ tried: `${name}: ${sites[at - 1]}, ${failure.way}, ${failure.words}`, findings })}`,
      )
    }
  })
})
