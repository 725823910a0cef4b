import { firstHash, hashOf, type Link } from './link.ts'

/** Runs a query, such as D1 does. Of a script or of the Worker: nothing here asks for either. */
export type RunQuery = <Row>(query: string, ...values: (string | number)[]) => Promise<Row[]>

/** What is wrong with the audits, in words for whoever operates the product; nothing of what was asked is in them. */
export interface Problem {
  /** None where it concerns all organisations. */
  organizationId?: number
  /** The place in the chain. */
  seq?: number
  /** The audit's id. */
  id?: number
  text: string
}

/** A chain without a problem: its rows, and the hash of the last, which a copy elsewhere can be compared with. */
export interface SoundChain {
  organizationId: number
  rows: number
  head: string
}

type Row = Link & { id: number }

/** Rows of one query; each may have nearly 2 MB. */
const batchSize = 100

/**
 * Looks at every row of every chain. Of each chain the first row that is altered, missing or out of place is named: those
 * behind it prove nothing any more. Then what would show rows cut off from the end: the list's counters and the last id
 * that was given. And the triggers, without which rows could be changed unseen by the database.
 */
export async function* verifyAudits(query: RunQuery): AsyncGenerator<Problem | SoundChain, void> {
  const counted = new Map<string, number>()
  let walk: Walk | undefined
  for await (const row of allRows(query)) {
    if (walk?.organizationId !== row.organization_id) {
      if (walk) yield* resultOf(walk)
      walk = { organizationId: row.organization_id, rows: 0, head: firstHash }
    }
    const key = `${row.organization_id}:${row.kind}`
    counted.set(key, (counted.get(key) ?? 0) + 1)
    walk.problem ??= await problemOf(row, walk)
    walk.rows++
    walk.head = row.hash
  }
  if (walk) yield* resultOf(walk)
  yield* counterProblems(query, counted)
  yield* sequenceProblems(query)
  yield* triggerProblems(query)
}

interface Walk extends SoundChain {
  problem?: Problem | undefined
}

function* resultOf({ problem, ...chain }: Walk) {
  yield problem ?? chain
}

async function problemOf(row: Row, { organizationId, rows, head }: Walk): Promise<Problem | undefined> {
  const at = { organizationId, seq: row.seq, id: row.id }
  if (row.seq !== rows + 1) return { organizationId, seq: rows + 1, text: `row ${rows + 1} is missing` }
  if ((await hashOf(row)) !== row.hash) return { ...at, text: `row ${row.seq} was altered: its hash is another` }
  if (row.previous_hash !== head) {
    return {
      ...at,
      text: `row ${row.seq} does not follow row ${rows}: one of them was altered, or rows between them are missing`,
    }
  }
  return undefined
}

async function* allRows(query: RunQuery): AsyncGenerator<Row, void> {
  let last = { organization_id: 0, seq: Number.MIN_SAFE_INTEGER }
  for (;;) {
    const rows = await query<Row>(
      'SELECT * FROM audits WHERE (organization_id, seq) > (?, ?) ORDER BY organization_id, seq LIMIT ?',
      last.organization_id,
      last.seq,
      batchSize,
    )
    yield* rows
    if (rows.length < batchSize) return
    last = rows.at(-1)!
  }
}

const lists = { audits: 'request', actions: 'action' } as const

async function* counterProblems(query: RunQuery, counted: Map<string, number>): AsyncGenerator<Problem, void> {
  const counters = await query<{ list: keyof typeof lists; organization_id: number; rows: number }>(
    "SELECT list, organization_id, sum(rows) AS rows FROM list_blocks WHERE list IN ('audits', 'actions') GROUP BY 1, 2",
  )
  const told = new Map(counters.map(({ list, organization_id, rows }) => [`${organization_id}:${lists[list]}`, rows]))
  for (const key of new Set([...counted.keys(), ...told.keys()])) {
    const [organizationId, kind] = key.split(':')
    const [there, known] = [counted.get(key) ?? 0, told.get(key) ?? 0]
    if (there === known) continue
    yield {
      organizationId: Number(organizationId),
      text: `${there} rows of the kind ${kind}, where ${known} were counted`,
    }
  }
}

/** Ids are given once (AUTOINCREMENT), in the same transaction as the row. */
async function* sequenceProblems(query: RunQuery): AsyncGenerator<Problem, void> {
  const [ids] = await query<{ given: number | null; last: number | null }>(
    "SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'audits') AS given, (SELECT max(id) FROM audits) AS last",
  )
  const { given, last } = ids ?? { given: 0, last: 0 }
  if ((given ?? 0) !== (last ?? 0)) {
    yield { text: `the last audit has the id ${last ?? 0}, where ${given ?? 0} were given: the last rows are missing` }
  }
}

const triggers = {
  audit_unchanged: 'RAISE(ABORT',
  audit_kept: 'RAISE(ABORT',
  audit_counted: 'list_blocks',
  action_counted: 'list_blocks',
  request_counted: 'metrics',
}

async function* triggerProblems(query: RunQuery): AsyncGenerator<Problem, void> {
  const there = await query<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audits'",
  )
  for (const [name, does] of Object.entries(triggers)) {
    if (!there.some((trigger) => trigger.name === name && trigger.sql.includes(does))) {
      yield { text: `the trigger ${name} is missing, or another` }
    }
  }
}
