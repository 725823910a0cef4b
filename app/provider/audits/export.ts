import type { Language } from '~/contract/users.ts'
import { desc, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { auditFeedback, audits, type Database } from '~/provider/db/index.ts'
import type { ExportFilter, ExportSource } from '~/provider/exports/source.ts'
import { m } from '~/paraglide/messages'
import { localTime } from '~/provider/time/buckets.ts'
import { feedbackColumn, ofAudit } from './audit.ts'
import { momentsOf } from './interval.ts'
import { type ChainFilter, type ChainList, idRange, rowsOf } from './long-list.ts'

type Row = typeof audits.$inferSelect & { feedback: 'good' | 'bad' | null }

/** What one batch reads: rows, and bytes of their texts, of which a row may have nearly 2 MB. */
const batch = { rows: 500, bytes: 4_000_000 }

/** The chat requests of the screen, whole, with what their hashes are made from. */
export const auditsExport: ExportSource = {
  name: (locale) => m.audits_table_name({}, { locale }),
  header: (locale, timeZone) => [
    m.audits_col_id({}, { locale }),
    m.audits_col_user_id({}, { locale }),
    m.audits_col_user({}, { locale }),
    m.audits_col_conversation({}, { locale }),
    m.audits_col_pipeline({}, { locale }),
    m.audits_col_status({}, { locale }),
    m.audits_error({}, { locale }),
    m.audits_created_in({ zone: timeZone }, { locale }),
    m.audits_response_time({}, { locale }),
    m.audits_model({}, { locale }),
    m.audits_input_tokens({}, { locale }),
    m.audits_output_tokens({}, { locale }),
    m.audits_prompt({}, { locale }),
    m.audits_response({}, { locale }),
    m.audits_files({}, { locale }),
    m.audits_references({}, { locale }),
    m.audits_feedback({}, { locale }),
    ...chainHeader(locale),
  ],
  batches: (db, { organizationId, timeZone }, filter) =>
    cells(db, { organizationId, kind: 'request', filter: chainFilter(filter) }, (row) => [
      row.id,
      row.user_id,
      row.user_email,
      row.conversation_id,
      row.pipeline,
      row.status,
      row.error_code,
      localTime(timeZone, new Date(row.created_at)),
      row.execution_time,
      row.model,
      row.input_tokens,
      row.output_tokens,
      row.question,
      row.answer,
      JSON.stringify(row.files),
      JSON.stringify(row.refs),
      row.feedback ?? 'unknown',
      ...chainCells(row),
    ]),
}

/** What the organisation's admins did. */
export const actionsExport: ExportSource = {
  name: (locale) => m.actions_table_name({}, { locale }),
  header: (locale, timeZone) => [
    m.audits_col_id({}, { locale }),
    m.audits_col_user_id({}, { locale }),
    m.actions_col_user({}, { locale }),
    m.actions_col_action({}, { locale }),
    m.actions_col_target({}, { locale }),
    m.actions_col_details({}, { locale }),
    m.audits_created_in({ zone: timeZone }, { locale }),
    ...chainHeader(locale),
  ],
  batches: (db, { organizationId, timeZone }, filter) =>
    cells(db, { organizationId, kind: 'action', filter: chainFilter(filter) }, (row) => [
      row.id,
      row.user_id,
      row.user_email,
      row.action,
      row.target,
      JSON.stringify(row.details),
      localTime(timeZone, new Date(row.created_at)),
      ...chainCells(row),
    ]),
}

/** These have no words on the screen: with them, a file can be checked (`npm run audits:verify` says how). */
const chainHeader = (locale: Language) => [
  m.audits_seq({}, { locale }),
  m.audits_recorded_at({}, { locale }),
  m.audits_day({}, { locale }),
  m.audits_source({}, { locale }),
  m.audits_previous_hash({}, { locale }),
  m.audits_hash({}, { locale }),
]

const chainCells = ({ seq, created_at, day, source, previous_hash, hash }: Row) => [
  seq,
  created_at,
  day,
  source,
  previous_hash,
  hash,
]

const chainFilter = ({ start_date, end_date, user_id, conversation_id, feedback }: ExportFilter): ChainFilter => ({
  from: text(start_date),
  to: text(end_date),
  userId: number(user_id),
  conversationId: number(conversation_id),
  feedback: feedback === 'good' || feedback === 'bad' ? feedback : undefined,
})

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)

async function* cells(
  db: Database,
  list: ChainList,
  cellsOf: (row: Row) => (string | number | null)[],
): AsyncGenerator<string[][], void> {
  const range = await idRange(db, list, await momentsOf(db, list.organizationId, list.filter))
  for (let to = range.to; ;) {
    const rows = await latest(db, rowsOf(list, { from: range.from, to }))
    if (rows.length === 0) return
    yield rows.map((row) => cellsOf(row).map((cell) => String(cell ?? '')))
    to = rows.at(-1)!.id
  }
}

/** The latest of some rows: as many as a batch may be large, at least one. */
function latest(db: Database, wanted: SQL | undefined): Promise<Row[]> {
  // Sizes come from the rows' heads; texts are read of those alone that are taken.
  const next = db
    .select({
      id: audits.id,
      size: sql<number>`octet_length(coalesce(${audits.question}, '')) + octet_length(coalesce(${audits.answer}, ''))`.as(
        'size',
      ),
    })
    .from(audits)
    .where(wanted)
    .orderBy(desc(audits.id))
    .limit(batch.rows)
  const before = sql`sum(size) OVER (ORDER BY id DESC) - size`
  return db
    .select({ ...getTableColumns(audits), feedback: feedbackColumn })
    .from(audits)
    .leftJoin(auditFeedback, ofAudit)
    .where(
      sql`${audits.id} IN (SELECT id FROM (SELECT id, ${before} AS before FROM (${next})) WHERE before < ${batch.bytes})`,
    )
    .orderBy(desc(audits.id))
}
