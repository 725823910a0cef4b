import { DurableObject } from 'cloudflare:workers'
import { openDatabase } from '~/provider/db/index.ts'
import { persistently } from '~/provider/db/persistently.ts'
import { type Head, insertLinks, linked, readHead } from './chain.ts'
import type { NewLink } from './link.ts'

/** A row that waits for its place in the chain; its id goes to whoever appends it. */
interface Waiting {
  row: NewLink
  resolve: (id: number) => void
  reject: (error: unknown) => void
}

/** Rows and characters that are written at once. */
const group = { rows: 50, characters: 1_000_000 }

/**
 * Appends to the chain of one organisation, one group of rows after the other: those that come while a group is written
 * are the next. Should there be two instances for a moment, the database lets only one of them write a place of the chain
 * (UNIQUE (organization_id, seq)); the other reads the head anew.
 */
export class AuditChain extends DurableObject<Env> {
  private readonly waiting: Waiting[] = []
  private head: Head | undefined
  private working = false

  /**
   * Appends a row and gives its id; a row whose source is there already stays the only one.
   * @throws the database's error when it refuses for about 5 seconds; the row may be appended again then
   */
  append(row: NewLink): Promise<number> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ row, resolve, reject })
      if (!this.working) void this.work()
    })
  }

  private async work() {
    this.working = true
    while (this.waiting.length > 0) await this.settle(this.waiting.splice(0, groupSize(this.waiting)))
    this.working = false
  }

  /** A row that cannot be written takes no other with it. */
  private async settle(rows: Waiting[]): Promise<void> {
    try {
      const ids = await persistently(() => this.write(rows.map(({ row }) => row)))
      for (const { row, resolve } of rows) resolve(ids.get(row.source)!)
    } catch (error) {
      if (rows.length === 1) return rows[0]!.reject(error)
      for (const row of rows) await this.settle([row])
    }
  }

  /** The ids of the rows, by their source. */
  private async write(rows: NewLink[]): Promise<Map<string, number>> {
    const bySource = new Map(rows.map((row) => [row.source, row]))
    const { head, known } = await this.place(rows[0]!.organization_id, [...bySource.keys()])
    const links = await linked(
      [...bySource.values()].filter(({ source }) => !known.has(source)),
      head,
    )
    const last = links.at(-1)
    if (!last) return known
    // Whatever becomes of this try, the next one believes the database alone.
    this.head = undefined
    const ids = await insertLinks(this.env.DB, links)
    this.head = { ...last, timeZone: head.timeZone }
    return new Map([...known, ...links.map(({ source }, index) => [source, ids[index]!] as const)])
  }

  /** The head as this instance has written it; then a source that is known shows when the database refuses it. */
  private async place(organizationId: number, sources: string[]) {
    if (this.head) return { head: this.head, known: new Map<string, number>() }
    return readHead(openDatabase(this.env.DB), organizationId, sources)
  }
}

/** How many of those that wait are written at once: at least one. */
function groupSize(waiting: Waiting[]): number {
  let characters = 0
  const tooMany = waiting.findIndex(({ row }, index) => {
    characters += (row.question?.length ?? 0) + (row.answer?.length ?? 0)
    return index === group.rows || (index > 0 && characters > group.characters)
  })
  return tooMany === -1 ? waiting.length : tooMany
}
