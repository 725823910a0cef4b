import { numbersOf } from './audit-list.ts'
import { Erasures, erasuresOf } from './erasures.ts'

/** Which texts go: of what was recorded before a moment (ISO 8601), which has passed, unless its user is held. */
export interface DueFilter {
  before: string
  /** Their ids. */
  held: number[]
}

/** How many texts would go, how many stay since their users are held, and when the oldest that would go was recorded. */
export interface DueTexts {
  count: number
  held: number
  oldest: string | null
}

/** What an erasure takes: rows up to one, but for those of held users, and what others took before. */
export interface Extent {
  past: Erasures
  through: number
  held: number[]
}

/**
 * What is due, which no earlier erasure took. Requests are numbered, so that they are counted by subtraction; of users who are held, or
 * were held by an earlier erasure, each is looked at.
 */
export function dueTexts(sql: SqlStorage, filter: DueFilter): DueTexts & { extent: Extent; before: string } {
  const before = new Date(Math.min(Date.parse(filter.before), Date.now())).toISOString()
  const past = new Erasures(erasuresOf(sql))
  const number = numbersOf(sql, { kind: 'request', before })[1] - 1
  const through = number === 0 ? 0 : seqOf(sql, number)
  const erased = Math.min(past.through(), through)
  const spared = [...new Set(filter.held)]
    .toSorted((one, other) => one - other)
    .map((user) => ({
      user,
      texts: requestsOf(sql, { user, after: past.through(user), through }),
      new: requestsOf(sql, { user, after: erased, through }),
    }))
    .filter(({ texts }) => texts > 0)
  const extent: Extent = { past, through, held: spared.map(({ user }) => user) }
  const count =
    number -
    numberOf(sql, erased) -
    sum(spared.map((user) => user.new)) +
    sum(releasedBy(extent).map((user) => requestsOf(sql, { user, after: past.through(user), through: erased })))
  const first = count === 0 ? undefined : nextDue(sql, extent, 0)
  return {
    count,
    held: sum(spared.map(({ texts }) => texts)),
    oldest: first === undefined ? null : timeOf(sql, first),
    extent,
    before,
  }
}

/** The first row behind another whose text goes; undefined where there is none. */
export function nextDue(sql: SqlStorage, extent: Extent, after: number): number | undefined {
  const { past, through, held } = extent
  const [ofMost] = sql
    .exec<{ seq: number }>(
      `SELECT seq FROM audits NOT INDEXED WHERE seq > ? AND seq <= ? AND kind = 'request'
       AND user_id NOT IN (SELECT value FROM json_each(?)) ORDER BY seq LIMIT 1`,
      Math.max(after, past.through()),
      through,
      JSON.stringify(held),
    )
    .toArray()
  const ofReleased = releasedBy(extent).flatMap(
    (user) =>
      sql
        .exec<{ seq: number | null }>(
          "SELECT min(seq) AS seq FROM audits WHERE kind = 'request' AND user_id = ? AND seq > ? AND seq <= ?",
          user,
          Math.max(after, past.through(user)),
          through,
        )
        .one().seq ?? [],
  )
  const all = [...(ofMost ? [ofMost.seq] : []), ...ofReleased]
  return all.length === 0 ? undefined : Math.min(...all)
}

/** Users who were held once and are no more: of them, more may be due than of others. */
const releasedBy = ({ past, held }: Extent): number[] => [...past.held].filter((user) => !held.includes(user))

/** How many requests a user made behind a row, up to another. */
const requestsOf = (
  sql: SqlStorage,
  { user, after, through }: { user: number; after: number; through: number },
): number =>
  sql
    .exec<{ found: number }>(
      "SELECT count(*) AS found FROM audits WHERE kind = 'request' AND user_id = ? AND seq > ? AND seq <= ?",
      user,
      after,
      through,
    )
    .one().found

const seqOf = (sql: SqlStorage, number: number): number =>
  sql.exec<{ seq: number }>("SELECT seq FROM audits WHERE kind = 'request' AND number = ?", number).one().seq

/** The number of a request; 0 of none. */
const numberOf = (sql: SqlStorage, seq: number): number =>
  seq === 0 ? 0 : sql.exec<{ number: number }>('SELECT number FROM audits WHERE seq = ?', seq).one().number

const timeOf = (sql: SqlStorage, seq: number): string =>
  sql.exec<{ created_at: string }>('SELECT created_at FROM audits WHERE seq = ?', seq).one().created_at

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
