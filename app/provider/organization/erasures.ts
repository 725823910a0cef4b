import { z } from 'zod'
import type { ChainEntry } from './chain-entry.ts'

/** What the row of an erasure says of it (`details`). */
const Told = z.object({
  /** What was recorded before this moment went, */
  before: z.iso.datetime(),
  /** up to this row, */
  through: z.number().int(),
  /** so many texts, */
  texts: z.number().int(),
  /** but for those of these users, by their ids. */
  held: z.string().transform((ids) => (ids === '' ? [] : ids.split(',').map(Number))),
})
type Told = z.infer<typeof Told>

/** An erasure of texts, as its row of the chain tells of it. */
export interface TextErasure extends Told {
  seq: number
  created_at: string
}

/** The row of an erasure, as it is appended: nobody does it. */
export const actionOf = ({ held, ...told }: Told) => ({
  user_id: 0,
  user_email: '',
  action: 'texts_erased',
  target: 'audits',
  details: JSON.stringify({ ...told, held: held.join(',') }),
})

/** The erasure that a row tells of; undefined where it tells of none, or of none that can be. */
export function erasureOf(
  row: Pick<ChainEntry, 'seq' | 'created_at' | 'user_id' | 'action' | 'details'>,
): TextErasure | undefined {
  const { seq, created_at, user_id, action, details } = row
  if (user_id !== 0 || action !== 'texts_erased') return undefined
  const told = Told.safeParse(parsed(details))
  if (!told.success || told.data.through >= seq || told.data.before > created_at) return undefined
  return { ...told.data, seq, created_at }
}

function parsed(details: string | null): unknown {
  try {
    return JSON.parse(details ?? '')
  } catch {
    return undefined
  }
}

/** All erasures that a chain tells of, in order. The table `erasures` only has what is under way, and proves nothing. */
export const erasuresOf = (sql: SqlStorage): TextErasure[] =>
  sql
    .exec<Parameters<typeof erasureOf>[0] & Record<string, SqlStorageValue>>(
      `SELECT seq, created_at, user_id, action, details FROM audits
       WHERE kind = 'action' AND user_id = 0 AND action = 'texts_erased' ORDER BY seq`,
    )
    .toArray()
    .flatMap((row) => erasureOf(row) ?? [])

/** Erasures, to be asked of many rows: which one a text went with, if any. */
export class Erasures {
  /** Users who were held when texts of others went. */
  readonly held: Set<number>
  /** Those that took something of somebody who was never held. */
  private readonly ofMost: TextErasure[]
  private readonly ofHeld = new Map<number, TextErasure[]>()

  constructor(private readonly all: TextErasure[]) {
    this.held = new Set(all.flatMap(({ held }) => held))
    this.ofMost = advancing(all)
  }

  /** The last row whose text went; where a user is named, unless it is held or another's. */
  through(userId?: number): number {
    return (userId === undefined ? this.ofMost : this.of(userId)).at(-1)?.through ?? 0
  }

  /** The erasure that took the text of a row; undefined where none did. */
  covering({ seq, user_id, created_at }: Pick<ChainEntry, 'seq' | 'user_id' | 'created_at'>): TextErasure | undefined {
    const erasures = this.of(user_id)
    let low = 0
    let high = erasures.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (erasures[middle]!.through < seq) low = middle + 1
      else high = middle
    }
    const first = erasures[low]
    return first && created_at < first.before ? first : undefined
  }

  private of(userId: number): TextErasure[] {
    if (!this.held.has(userId)) return this.ofMost
    const known = this.ofHeld.get(userId)
    if (known) return known
    const erasures = advancing(this.all.filter(({ held }) => !held.includes(userId)))
    this.ofHeld.set(userId, erasures)
    return erasures
  }
}

/** Those that went further than each before them: the others took nothing more. */
function advancing(erasures: TextErasure[]): TextErasure[] {
  const further: TextErasure[] = []
  for (const erasure of erasures) {
    const last = further.at(-1)
    if (!last || (erasure.through > last.through && erasure.before > last.before)) further.push(erasure)
  }
  return further
}
