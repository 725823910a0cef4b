import type { Column, Table } from '~/provider/sandbox/table.ts'

export type Aggregate = 'sum' | 'avg' | 'count' | 'max' | 'min'
export type Operator = '=' | '<' | '<=' | '>' | '>='

/** A text that stands in a column. */
export interface Value {
  table: Table
  column: Column
  text: string
}

/** A number that is computed. Without a column it counts rows; `distinct` counts a column's different values. */
export interface Figure {
  aggregate: Aggregate
  column?: Column | undefined
  distinct?: boolean
}

export interface Group {
  column: Column
  /** Of a column of dates. */
  period?: 'year' | 'month' | undefined
}

/** What rows must have to count. */
export type Condition =
  | { kind: 'values'; column: Column; texts: string[]; not: boolean }
  | { kind: 'number'; column: Column; operator: Operator; number: number }
  /** `date` is the beginning of an ISO date (2026, 2026-04, 2026-04-01), or a month of any year (04). */
  | { kind: 'time'; column: Column; operator: Operator; date: string }

/** What a question asks of one table. */
export interface Asked {
  table: Table
  /** None where the rows themselves are asked for. */
  figures: Figure[]
  /** The columns of those rows. */
  columns: Column[]
  groups: Group[]
  /** The groups with the most, or the least, of the first figure. */
  top?: { count: number; least: boolean } | undefined
  conditions: Condition[]
}

/** Words that were taken for what is written differently. */
export interface NearMatch {
  said: string
  meant: string[]
  column: Column
}

/** How a question was read over one table. A figure may be computed only where nothing is in doubt. */
export interface Reading {
  table: Table
  /** Undefined where no query can be made. */
  asked: Asked | undefined
  /** What was found of the table in the question. */
  matched: number
  near: NearMatch[]
  /** Words that are neither used nor harmless, as they were written. */
  unknown: string[]
  /** Words that may mean several columns. */
  ambiguous: { said: string; columns: Column[] }[]
  /** Columns that the question names and the query has no place for. */
  unused: string[]
}

export const isComplete = ({ asked, unknown, ambiguous, unused }: Reading) =>
  asked !== undefined && unknown.length + ambiguous.length + unused.length === 0

export const isMeasure = ({ kind }: Column) => kind === 'integer' || kind === 'real'

/** Whole numbers that name things: nobody means their sum. */
export const isIdentifier = ({ kind, label }: Column) =>
  kind === 'integer' && /(?:\b|_)(?:id|no|number|code|key)(?:\b|_)|番号|コード/i.test(label)
