import type { Language } from '~/contract/users.ts'
import type { Database, exports } from '~/provider/db/index.ts'

/** What the list on the screen was filtered by. */
export type ExportFilter = (typeof exports.$inferSelect)['filter']

export type ExportKind = (typeof exports.$inferSelect)['kind']

/** Whose rows, the name of its object, and the time zone in which they tell times. */
export interface Organization {
  organizationId: number
  organizationKey: string
  timeZone: string
}

/** Rows that can be exported as CSV. */
export interface ExportSource {
  /** What the file is called, without its extension. */
  name: (language: Language) => string
  header: (language: Language, timeZone: string) => string[]
  /** The cells of the rows, some at a time: as many as fit into memory many times over. */
  batches: (
    from: { env: Env; db: Database; language: Language },
    organization: Organization,
    filter: ExportFilter,
  ) => AsyncIterable<string[][]>
}

/** Where the rows of each kind of export come from. */
export type ExportSources = Record<ExportKind, ExportSource>
