import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { AdminAction } from '~/contract/audits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { type Database, now, openDatabase, organizations, owedActions, statementOf } from '~/provider/db/index.ts'
import { log } from '~/provider/log/log.ts'
import type { NewAction, Organization } from '~/provider/organization/chain.ts'
import { organizationOf } from '~/provider/organization/stub.ts'
import { actorOf, appendAction } from './append.ts'

/** Milliseconds that a delivered action is kept: as long as the call that did it may be repeated. */
const keptFor = 24 * 60 * 60 * 1000
/** Actions that are delivered one after another before the next are read. */
const atOnce = 100

type Statements = Readonly<[BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]>
type Row = typeof owedActions.$inferSelect

/** What is recorded of a change. */
export interface Recorded extends Pick<AdminAction, 'action' | 'target'> {
  /** As they are, or as an expression that gives their JSON: `last_insert_rowid()` is the change's. */
  details?: AdminAction['details'] | SQL<string>
  /** On which condition; unless it says otherwise, that the change's last statement has changed a row. */
  when?: SQL
  /** Whether it is written before the change, and so tells by the rows that there were; only with a condition of its own. */
  first?: boolean
}

/**
 * Changes something for the organisation and records who did it: both, or neither. The chain has it when the call ends; where the
 * organisation's object cannot be reached, the change stands, and the sweep delivers what is owed.
 *
 * @param changes statements of the directory, in one transaction with the record
 * @returns what they gave
 */
export async function changeRecorded<const Changes extends Statements>(
  call: Call,
  changes: Changes,
  recorded: Recorded,
): Promise<BatchResponse<Changes>> {
  const { db, env, member } = call
  const record = insertion(call, recorded)
  const results: unknown[] = await db.batch(recorded.first ? [record, ...changes] : [...changes, record])
  const [owed] = (recorded.first ? results.shift() : results.pop()) as Row[]
  if (owed) await deliver(env, organizationOf(member), owed).catch(logUndelivered)
  return results as BatchResponse<Changes>
}

/**
 * What an earlier run of this very call recorded, whose answer was lost: the details of it. A repetition that meets `already_exists`
 * learns by it that what is there is its own.
 */
export async function recordedBefore({ db, member, request }: Call): Promise<AdminAction['details'] | undefined> {
  const key = request.headers.get('idempotency-key')
  if (!key) return undefined
  const row = await db
    .select({ details: owedActions.details })
    .from(owedActions)
    .where(and(eq(owedActions.user_id, member.id), eq(owedActions.idempotency_key, key)))
    .get()
  return row && (JSON.parse(row.details) as AdminAction['details'])
}

/** Delivers what is still owed, in order, and forgets what was delivered long ago. Safe to repeat. */
export async function deliverActions(env: Env): Promise<void> {
  const db = openDatabase(env.DB)
  await db.delete(owedActions).where(lt(owedActions.delivered_at, new Date(Date.now() - keptFor).toISOString()))
  for (let last = 0, rows: Awaited<ReturnType<typeof readOwed>>; ; last = rows.at(-1)!.owed.id) {
    rows = await readOwed(db, last)
    for (const { owed, key } of rows) await deliver(env, { id: owed.organization_id, key }, owed).catch(logUndelivered)
    if (rows.length < atOnce) return
  }
}

const readOwed = (db: Database, after: number) =>
  db
    .select({ owed: owedActions, key: organizations.object_key })
    .from(owedActions)
    .innerJoin(organizations, eq(organizations.id, owedActions.organization_id))
    .where(and(isNull(owedActions.delivered_at), sql`${owedActions.id} > ${after}`))
    .orderBy(owedActions.id)
    .limit(atOnce)

/** The chain takes it once by its source; it is noted afterwards, so that it may be delivered again. */
async function deliver(env: Env, organization: Organization, { id, ...owed }: Row): Promise<void> {
  const { source, user_id, user_email, api_key, action, target, details } = owed
  const appended: NewAction = { source, user_id, user_email, api_key, action, target, details }
  await appendAction(env, organization, appended)
  await openDatabase(env.DB).update(owedActions).set({ delivered_at: now() }).where(eq(owedActions.id, id))
}

const logUndelivered = (cause: unknown) => log.error('action_not_delivered', { cause })

function insertion(call: Call, { action, target, details = {}, when }: Recorded) {
  const { db, member, request } = call
  const { user_id, user_email, api_key } = actorOf(call)
  const key = request.headers.get('idempotency-key')
  const json = 'getSQL' in details ? details : sql`${JSON.stringify(details)}`
  return statementOf<Row>(
    db,
    sql`
    INSERT INTO owed_actions (source, organization_id, user_id, user_email, api_key, action, target, details, idempotency_key, created_at)
    SELECT ${`action:${crypto.randomUUID()}`}, ${member.organizationId}, ${user_id}, ${user_email}, ${api_key}, ${action}, ${target}, ${json}, ${key}, ${now()}
    WHERE ${when ?? sql`changes() > 0`} RETURNING *`,
  )
}
