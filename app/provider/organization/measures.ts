import type { ErrorCode } from '~/contract/errors.ts'
import type { ModelPurpose } from '~/contract/system.ts'
import type { ModelOutcome } from '~/provider/log/model-outcomes.ts'
import type { NewRequest } from './chain.ts'

/** What an answer showed of how the product works. It comes along with its audit; the chain knows nothing of it. */
export interface Measures {
  /** Milliseconds until its first word; null where it had none. */
  firstWord: number | null
  models: ModelOutcome[]
  /** Calls of the same member that were refused since their last answer, by code. */
  refused: Partial<Record<ErrorCode, number>>
}

/** Milliseconds: the ends of the classes in which first words are counted; the last one has none. */
export const firstWordClasses = [500, 1000, 2000, 3000, 5000, 10_000, 20_000, 60_000]

/** For how long hours are kept: milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000
/** Milliseconds in which a model that goes on working is not noted again. */
const notedEvery = 60_000

const hourOf = (time: number) => new Date(time).toISOString().slice(0, 13)

/** Counts a question for its hour, and notes how its models were. It belongs into the transaction of its row. */
export function countMeasures(sql: SqlStorage, request: NewRequest, measures: Measures | undefined): void {
  const now = Date.now()
  const hour = hourOf(now)
  countQuestion(sql, hour, measures?.firstWord ?? null)
  const count = (subject: string, code: string, amount: number) =>
    sql.exec(
      'INSERT INTO failures (hour, subject, code, count) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
      hour,
      subject,
      code,
      amount,
    )
  if (request.error_code && request.status !== 'cancelled') {
    count(request.status === 'blocked' ? refusals : answers, request.error_code, 1)
  }
  for (const [code, amount] of Object.entries(measures?.refused ?? {})) count(refusals, code, amount)
  for (const outcome of measures?.models ?? []) {
    noteModel(sql, outcome, now)
    for (const [code, amount] of Object.entries(outcome.failures)) count(`model ${outcome.model}`, code, amount)
  }
}

const [answers, refusals, models] = ['answer', 'refusal', 'model ']

function countQuestion(sql: SqlStorage, hour: string, firstWord: number | null): void {
  const [known] = sql
    .exec<{ questions: number; first_words: string }>('SELECT questions, first_words FROM hours WHERE hour = ?', hour)
    .toArray()
  const counts = known ? (JSON.parse(known.first_words) as number[]) : [...firstWordClasses, Infinity].map(() => 0)
  if (firstWord !== null) {
    const place = firstWordClasses.findIndex((end) => firstWord <= end)
    counts[place === -1 ? firstWordClasses.length : place]! += 1
  }
  sql.exec(
    'INSERT OR REPLACE INTO hours (hour, questions, first_words) VALUES (?, ?, ?)',
    hour,
    (known?.questions ?? 0) + 1,
    JSON.stringify(counts),
  )
  if (known) return
  const oldest = hourOf(Date.now() - keptFor)
  sql.exec('DELETE FROM hours WHERE hour < ?', oldest)
  sql.exec('DELETE FROM failures WHERE hour < ?', oldest)
}

/** Notes how the calls of a model went; one that goes on working once a minute. */
export function noteModel(sql: SqlStorage, { purpose, model, last }: ModelOutcome, now: number): void {
  const time = new Date(now).toISOString()
  if (last === null) {
    sql.exec(
      `INSERT INTO models (purpose, model, succeeded_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET succeeded_at = excluded.succeeded_at, failing_since = NULL
       WHERE failing_since IS NOT NULL OR succeeded_at IS NULL OR succeeded_at < ?`,
      purpose,
      model,
      time,
      new Date(now - notedEvery).toISOString(),
    )
  } else {
    sql.exec(
      `INSERT INTO models (purpose, model, failed_at, code, failing_since) VALUES (?1, ?2, ?3, ?4, ?3)
       ON CONFLICT DO UPDATE SET failed_at = excluded.failed_at, code = excluded.code,
         failing_since = coalesce(failing_since, excluded.failing_since)`,
      purpose,
      model,
      time,
      last,
    )
  }
}

/** What is known of a model, by the time of its calls. */
export interface ModelRecord extends Record<string, SqlStorageValue> {
  purpose: ModelPurpose
  model: string
  succeeded_at: string | null
  failed_at: string | null
  code: ErrorCode | null
  failing_since: string | null
}

interface Failure extends Record<string, SqlStorageValue> {
  subject: string
  code: ErrorCode
  count: number
}

/** What the last 24 hours showed, the present one included, and the bytes of the database. */
export function measured(sql: SqlStorage) {
  const since = hourOf(Date.now() - 23 * 60 * 60 * 1000)
  const hours = sql
    .exec<{ questions: number; first_words: string }>('SELECT questions, first_words FROM hours WHERE hour >= ?', since)
    .toArray()
  const failures = sql
    .exec<Failure>(
      'SELECT subject, code, sum(count) AS count FROM failures WHERE hour >= ? GROUP BY 1, 2 ORDER BY 3 DESC',
      since,
    )
    .toArray()
  const counts = (wanted: string) =>
    failures.filter(({ subject }) => subject === wanted).map(({ code, count }) => ({ code, count }))
  return {
    questions: hours.reduce((sum, { questions }) => sum + questions, 0),
    /** How many first words came in each of {@link firstWordClasses}, and later. */
    firstWords: [...firstWordClasses, Infinity].map((_, place) =>
      hours.reduce((sum, { first_words }) => sum + ((JSON.parse(first_words) as number[])[place] ?? 0), 0),
    ),
    failed: counts(answers),
    refused: counts(refusals),
    modelErrors: failures
      .filter(({ subject }) => subject.startsWith(models))
      .map(({ subject, code, count }) => ({ model: subject.slice(models.length), code, count })),
    models: sql.exec<ModelRecord>('SELECT * FROM models').toArray(),
    bytes: sql.databaseSize,
  }
}

export type Measured = ReturnType<typeof measured>
