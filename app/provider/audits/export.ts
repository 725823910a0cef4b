import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import type { Database } from '~/provider/db/index.ts'
import type { ExportFilter, ExportSource, Organization } from '~/provider/exports/source.ts'
import { callObject } from '~/provider/objects/call.ts'
import type { AuditFilter, AuditRow } from '~/provider/organization/audit-list.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { textOf, type TextLine } from '~/provider/organization/text-line.ts'
import { localTime } from '~/provider/time/buckets.ts'
import { momentsOf } from './interval.ts'
import { sealedTexts } from './sealed-texts.ts'

type Row = AuditRow & { text: TextLine | undefined; erased_at: string | null }

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
    m.audits_text_erased_in({ zone: timeZone }, { locale }),
    m.audits_feedback({}, { locale }),
    m.audits_salt({}, { locale }),
    m.audits_text_digest({}, { locale }),
    ...chainHeader(locale),
  ],
  batches: (source, organization, filter) =>
    cells(source, organization, { kind: 'request', filter }, (row) => [
      row.seq,
      row.user_id,
      row.user_email,
      row.conversation_id,
      row.pipeline,
      row.status,
      row.error_code,
      localTime(organization.timeZone, new Date(row.created_at)),
      row.execution_time,
      row.model,
      row.input_tokens,
      row.output_tokens,
      row.text?.question,
      row.text?.answer,
      JSON.stringify(row.text?.files ?? []),
      JSON.stringify(row.text?.refs ?? []),
      row.erased_at && localTime(organization.timeZone, new Date(row.erased_at)),
      row.feedback ?? 'unknown',
      row.text?.salt,
      row.text_digest,
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
  batches: (source, organization, filter) =>
    cells(source, organization, { kind: 'action', filter }, (row) => [
      row.seq,
      row.user_id,
      row.user_id === 0 ? m.actions_automatic({}, { locale: source.language }) : row.user_email,
      row.action,
      row.target,
      row.details,
      localTime(organization.timeZone, new Date(row.created_at)),
      ...chainCells(row),
    ]),
}

/** These have no words on the screen: with them, a file can be checked (`npm run audits:verify` says how). */
const chainHeader = (locale: Language) => [
  m.audits_seq({}, { locale }),
  m.audits_recorded_at({}, { locale }),
  m.audits_day({}, { locale }),
  m.audits_source({}, { locale }),
  m.audits_api_key({}, { locale }),
  m.audits_previous_hash({}, { locale }),
  m.audits_hash({}, { locale }),
]

const chainCells = ({ seq, created_at, day, source, api_key, previous_hash, hash }: Row) => [
  seq,
  created_at,
  day,
  source,
  api_key,
  previous_hash,
  hash,
]

/** The cells of the rows, the latest first, some rows at a time. */
async function* cells(
  { env, db }: { env: Env; db: Database },
  { organizationId, organizationKey }: Organization,
  { kind, filter }: { kind: AuditFilter['kind']; filter: ExportFilter },
  cellsOf: (row: Row) => (string | number | null | undefined)[],
): AsyncGenerator<string[][], void> {
  const wanted = { kind, ...(await auditFilter(db, organizationId, filter)) }
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const { rows, places } = await callObject(() => organizationObject(env, organizationKey).batch(wanted, before))
    if (rows.length === 0) return
    const sealed = await sealedTexts(env.FILES, places, new Set(rows.map(({ seq }) => seq)))
    const whole = rows.map(({ line, ...row }) => ({ ...row, text: line === null ? sealed.get(row.seq) : textOf(line) }))
    yield whole.map((row) => cellsOf(row).map((cell) => String(cell ?? '')))
    before = rows.at(-1)!.seq
  }
}

const auditFilter = async (
  db: Database,
  organizationId: number,
  { start_date, end_date, user_id, conversation_id, feedback }: ExportFilter,
): Promise<Omit<AuditFilter, 'kind'>> => ({
  ...(await momentsOf(db, organizationId, { from: text(start_date), to: text(end_date) })),
  userId: number(user_id),
  conversationId: number(conversation_id),
  feedback: feedback === 'good' || feedback === 'bad' ? feedback : undefined,
})

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
