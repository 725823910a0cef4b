import { join } from 'node:path'
import { median } from '../median.ts'
import type { Bench } from '../prepare.ts'
import { execute, startProduct } from '../product.ts'
import { post } from '../retrieval/calls.ts'
import type { Fill } from '../retrieval/entry.ts'
import { vocabularies } from '../retrieval/texts.ts'
import { ask } from './asking.ts'
import { timeToOpen } from './time-to-open.ts'
import { startWhole } from './whole.ts'

/** Milliseconds to D1, and to each object, for a reader on the other side of the world. */
const delay = 150
const rounds = 9
/** Conversations that are there. */
const conversations = 7
const question = `What is said of ${vocabularies.en.slice(100, 103).join(' ')}? tokens=5`
/** The part of a trip by which a figure may be off. */
const tolerance = 0.3

/** What is waited for, with the trips one after another that it may take; a word waits for the search in the library as well. */
const things = {
  'a question to its first event': 2,
  'a question to its first word': Infinity,
  '/chat': 2,
  '/chat/7': 2,
  '/admin/users': 3,
  '/admin/audits': 3,
}
type Thing = keyof typeof things

interface Side {
  url: string
  token: string
  times: Record<Thing, number[]>
}

/**
 * What a reader waits for with 150 ms before D1 and before each call of an object, beside the same without.
 * @param earlier a checkout with another build of the product, which is measured as well, without a file in its library
 */
export async function compareFar(bench: Bench, modelUrl: string, earlier: string | undefined): Promise<boolean> {
  await using cleanup = new AsyncDisposableStack()
  const builds = { '': undefined, ...(earlier && { 'earlier: ': earlier }) }
  const sides = {} as Record<string, Side>
  for (const [name, from] of Object.entries(builds)) {
    for (const [place, ms] of Object.entries({ near: 0, far: delay })) {
      const state = join(bench.state, `${place}-${from ? 'earlier' : 'now'}`)
      if (from === undefined) await fillLibrary(bench, state)
      const product = await startWhole({
        ...(from !== undefined && { from }),
        jwksUrl: bench.jwksUrl,
        state,
        variables: { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: 'key', OPENAI_MODELS: 'small' },
        delay: ms,
      })
      cleanup.defer(product.stop)
      if (from !== undefined) await execute(product.database, organization)
      const token = await bench.tokenOf({ sub: 'admin', email: 'admin@example.com' })
      const times = Object.fromEntries(Object.keys(things).map((thing) => [thing, []])) as unknown as Side['times']
      const side = (sides[name + place] = { url: product.url, token, times })
      for (let number = 0; number < conversations; number++) await ask(side, question)
    }
  }
  for (let round = -1; round < rounds; round++) {
    for (const side of Object.values(sides)) {
      for (const thing of Object.keys(things) as Thing[]) {
        const took = await timeOf(side, thing)
        if (round >= 0) side.times[thing].push(took)
      }
    }
  }
  return report(sides, Object.keys(builds))
}

async function timeOf(side: Side, thing: Thing): Promise<number> {
  if (thing.startsWith('/')) return timeToOpen(side, thing)
  const { firstEvent, firstWord } = await ask(side, question)
  return thing.endsWith('event') ? firstEvent : firstWord
}

/** The organisation with a file in its library, which the question finds. */
async function fillLibrary({ jwksUrl }: Bench, state: string): Promise<void> {
  const filler = await startProduct({ jwksUrl, state, entry: 'tests/bench/retrieval/entry.ts' })
  await execute(filler.database, organization)
  const file: Fill = { fileId: 1, groupId: 1, language: 'en', from: 0, to: 50, alone: true }
  await post(filler.url, '/fill', file)
  await filler.stop()
}

function report(sides: Record<string, Side>, builds: string[]): boolean {
  const good: boolean[] = []
  const rows: Record<string, object> = {}
  for (const [thing, most] of Object.entries(things) as [Thing, number][]) {
    const columns = builds.map((build) => {
      const [near, far] = [median(sides[`${build}near`]!.times[thing]), median(sides[`${build}far`]!.times[thing])]
      const trips = (far - near) / delay
      if (build === '') good.push(trips <= most + tolerance)
      return {
        [`${build}near, ms`]: near.toFixed(0),
        [`${build}far, ms`]: far.toFixed(0),
        [`${build}trips`]: trips.toFixed(1),
      }
    })
    rows[thing] = { ...Object.assign({}, ...columns), ...(Number.isFinite(most) && { goal: most }) }
  }
  console.table(rows)
  const reached = good.every(Boolean)
  console.log(
    `with ${delay} ms before D1 and each object, no more trips than the goals: ${reached ? 'reached' : 'missed'}`,
  )
  return reached
}

/** In columns that an earlier schema has as well. */
const organization = [
  "INSERT INTO organizations (id, name) VALUES (1, 'Example')",
  "INSERT INTO groups (id, organization_id, name, type) VALUES (1, 1, 'Everybody', 'organization')",
  "INSERT INTO groups (id, organization_id, name, type) VALUES (2, 1, 'Private', 'user')",
  `INSERT INTO users (organization_id, private_group_id, email, role, language)
   VALUES (1, 2, 'admin@example.com', 'admin', 'en')`,
]
