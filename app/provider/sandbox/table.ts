export type Cell = string | number | null

/** A table of an attached file, as the sandbox holds it. */
export interface Table {
  /** Unique in the conversation; letters, digits and underscores of any script. */
  name: string
  file_id: number
  file_name: string
  /** The page of the file where it begins. */
  page: number
  rows: number
  /** Where the file has more than could be taken. */
  cut: boolean
  columns: Column[]
}

export interface Column {
  name: string
  /** As the file has it. */
  label: string
  /** A date is ISO text: 2026-04-01, 2026-04-01 09:30:00, or 2026-04 for a month. */
  kind: 'integer' | 'real' | 'date' | 'text'
  profile: Profile
}

/** What a column holds. */
export interface Profile {
  missing: number
  distinct: number
  min: Cell
  max: Cell
  /** Of numbers. */
  mean: number | null
  median: number | null
  /** The values that are there most often, the commonest first. */
  top: { value: Cell; count: number }[]
  /** Characters of the longest value. */
  longest: number
}

export interface QueryResult {
  columns: string[]
  rows: Cell[][]
  /** Where there are more rows. */
  cut: boolean
  /** The tables that were read. */
  tables: string[]
}
