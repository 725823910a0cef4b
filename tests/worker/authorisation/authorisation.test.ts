import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '~/contract/endpoint.ts'
import { type EndpointName, endpoints } from '~/contract/index.ts'
import { type Actor, type Member, members, seedActors, type Stranger, strangers } from './actors.ts'
import { type Kind, type Place, places, seedWorld, variables, wordOf } from './objects.ts'
import { isOwn, oneself, type Outcome, reads, tends } from './policies.ts'
import { everythingKept } from './state.ts'
import { type ObjectRow, type OpenRow, type PlainRow, type Row, table } from './table.ts'

const world = await seedWorld(await seedActors())

/** One call: who makes it, and of what. */
interface Cell {
  actor: Actor
  place: Place | undefined
  /** What it has to be answered; of what is hidden, what something is answered that never was. */
  expected: { status: number; code?: string }
  outcome: Outcome
}

const forbidden = { status: 403, code: 'operation_not_authorized' }
const hidden = { status: 404, code: 'does_not_exist' }
const counts = { refused: 0, allowed: 0 }

const isOpen = (row: Row): row is OpenRow => ['address', 'account', 'anybody'].includes(row.of)

const rows = (Object.keys(table) as EndpointName[]).flatMap((name) =>
  [table[name]].flat().flatMap((row, index): [string, Endpoint, ObjectRow | PlainRow, EndpointName][] => {
    if (isOpen(row)) return []
    return [[index === 0 ? name : `${name} of ${row.of} (${index})`, endpoints[name], row, name]]
  }),
)

/** The cells of a row: everybody, with each thing of its kind. */
function cellsOf(endpoint: Endpoint, row: ObjectRow | PlainRow): Cell[] {
  const named = row.of === 'nothing' ? [undefined] : places.filter((place) => place in world.standing[row.of as Kind])
  const allowed = row.answers ?? { status: endpoint.output === 'nothing' ? 204 : 200 }
  return named.flatMap((place) => [
    ...(Object.keys(strangers) as Stranger[]).map((actor): Cell => ({
      actor,
      place,
      expected: strangers[actor],
      outcome: 'forbidden',
    })),
    ...members.map((actor): Cell => {
      const outcome = outcomeOf(endpoint, row, actor, place)
      return { actor, place, outcome, expected: { may: allowed, hidden, forbidden }[outcome] }
    }),
  ])
}

function outcomeOf({ access }: Endpoint, row: ObjectRow | PlainRow, member: Member, place: Place | undefined): Outcome {
  if (access === 'admin' && member !== 'admin' && member !== 'foreign admin') return 'forbidden'
  return row.of === 'nothing' ? 'may' : row.may(member, place!)
}

async function call(endpoint: Endpoint, row: ObjectRow | PlainRow, { actor, place }: Cell, id: number) {
  const {
    params = { id },
    query = '',
    ...said
  } = row.of === 'nothing' ? (row.says?.() ?? {}) : (row.says?.(id, place!, world) ?? {})
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const method = endpoint.method.toUpperCase()
  const response = await world.calls[actor](path + query, { method, variables: variables(), ...said })
  const body = await response.text()
  const { code } = response.ok ? {} : (JSON.parse(body) as { code: string })
  return { answer: { status: response.status, ...(code && { code }) }, body }
}

/** Whose words nobody but they, and whom a policy lets, may ever read. */
function leaksIn(body: string, actor: Actor, name: EndpointName): Place[] {
  const isMember = (members as readonly string[]).includes(actor)
  return places.filter((place) => {
    if (!body.includes(wordOf(place))) return false
    if (!isMember || place === 'missing') return true
    // What was the user's own, and is deleted, is in the audits.
    const owner = place === 'deleted' ? 'user' : place
    return reads(actor as Member, owner) !== 'may' || (isTalk(name) && !isOwn(actor as Member, owner))
  })
}
/** Conversations are their member's alone, whatever an admin may read besides. */
const isTalk = (name: EndpointName) => /conversation|entries/i.test(name)

describe('who may not', () => {
  test.each(rows)('%s: is told so, learns nothing and changes nothing', async (_, endpoint, row, name) => {
    const before = await everythingKept()
    const wrong: unknown[] = []
    for (const cell of cellsOf(endpoint, row).filter(({ outcome }) => outcome !== 'may')) {
      const { actor, place, expected, outcome } = cell
      const standing = row.of === 'nothing' ? 0 : world.standing[row.of][place!]!
      const { answer, body } = await call(endpoint, row, cell, standing)
      const isAsMissing = async () =>
        body.replaceAll(String(standing), '#') ===
        (await call(endpoint, row, { ...cell, place: 'missing' }, 999_999)).body.replaceAll('999999', '#')
      counts.refused += 1
      const isRight = answer.status === expected.status && answer.code === expected.code
      const leaks = leaksIn(body, actor, name)
      if (!isRight || leaks.length > 0 || (outcome === 'hidden' && !(await isAsMissing())))
        wrong.push({ actor, place, answer, expected, leaks, body: body.slice(0, 200) })
    }
    expect(wrong).toEqual([])
    expect(await everythingKept()).toEqual(before)
  })
})

describe('who may', () => {
  test.each(rows)('%s: is answered, with nothing of others in it', async (_, endpoint, row, name) => {
    const wrong: unknown[] = []
    for (const cell of cellsOf(endpoint, row).filter(({ outcome }) => outcome === 'may')) {
      const { actor, place, expected } = cell
      const { answer, body } = await call(endpoint, row, cell, await idFor(endpoint, row, cell))
      counts.allowed += 1
      const leaks = leaksIn(body, actor, name)
      const isRight = answer.status === expected.status && answer.code === expected.code
      if (!isRight || leaks.length > 0) wrong.push({ actor, place, answer, expected, leaks, body: body.slice(0, 300) })
    }
    expect(wrong).toEqual([])
  })
})

/** What is only read stands for all; what a call may change is made for it, but for who calls and what there is once. */
async function idFor({ method, path }: Endpoint, row: ObjectRow | PlainRow, { actor, place }: Cell): Promise<number> {
  if (row.of === 'nothing') return 0
  const standing = world.standing[row.of][place!]!
  const isChange = method !== 'get' || path.includes('validate')
  // Who may do it to themselves is to do that.
  const isSelf = row.may === oneself || (row.may === tends && isOwn(actor as Member, place!))
  const make = isChange && !isSelf ? world.makers[row.of] : undefined
  return make ? make(place!) : standing
}

afterAll(() => {
  const { refused, allowed } = counts
  console.info(`Authorisation: ${rows.length} rows, ${refused} calls refused, ${allowed} allowed.`)
})
