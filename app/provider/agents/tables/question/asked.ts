import type { Column, Profile, Table } from '~/provider/sandbox/table.ts'

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
  /** Whether a cell holds anything. */
  | { kind: 'filled'; column: Column; not: boolean }
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
  /** A word such as `highest` that may be of single values, averages or sums: the query has each. */
  open?: { said: string; least: boolean } | undefined
}

export const isComplete = ({ asked, unknown, ambiguous, unused }: Reading) =>
  asked !== undefined && unknown.length + ambiguous.length + unused.length === 0

export const isNumber = ({ kind }: Column) => kind === 'integer' || kind === 'real'

/** Numbers that can be added up, averaged and compared. */
export const isMeasure = (column: Column) => isNumber(column) && !isIdentifier(column)

const addable =
  /sales|revenue|turnover|amount|total|qty|quantit|units|count|volume|cost|spen[dt]|expens|profit|budget|fees?\b|tax|minutes|hours|days|stock|population|売上|金額|数量|[個台件人回本枚冊日分]数|在庫|費|額|利益|予算|実績|合計|人口|原価|時間|入金|出金|支払|収入|支出/i
const notAddable =
  /%|percent|average|avg|mean|median|rate\b|ratio|price|rank|score|rating|\bage\b|temp|per\b|率|割合|平均|単価|価格|順位|評価|点|年齢|気温/i

/**
 * Whether people add up what has such a name: revenue, and never an age or a rate. Undefined where the name does not tell.
 */
export const isAddable = ({ label }: Column): boolean | undefined =>
  notAddable.test(label) ? false : addable.test(label) || undefined

/** Fewer numbers that follow one another may be so by chance. */
const minCounted = 10

/** Whole numbers that name things, or count the rows: nobody means their sum. */
const isIdentifier = (column: Column) =>
  column.kind === 'integer' &&
  (/(?:\b|_)(?:id|no|number|code|key)(?:\b|_)|番号|コード/i.test(column.label) ||
    (!isAddable(column) && countsRows(column.profile)))

const countsRows = ({ min, max, distinct, top }: Profile) =>
  distinct >= minCounted && top[0]?.count === 1 && Number(max) - Number(min) === distinct - 1

/** Whether every row has a value of its own: it names the row. */
export const isUnique = ({ profile }: Column, { rows }: Table) => profile.missing === 0 && profile.distinct === rows
