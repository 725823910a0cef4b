import { sql } from 'drizzle-orm'
import type { ParsedOf, ResultOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { type importUsers as endpoint, InvitedEmail, type Language, Role } from '~/contract/users.ts'
import { maySendMails } from '~/provider/accounts/invitation.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { statementOf } from '~/provider/db/index.ts'
import { comparableEmail } from '~/contract/email.ts'
import { log } from '~/provider/log/log.ts'
import { jobOwed, type OwedJob, queueOwed } from '~/provider/queue/owed-jobs.ts'
import { isStillAdmin } from './policy.ts'

type Entries = ParsedOf<typeof endpoint>['body']

interface Invitation {
  email: string
  role: Role
}

/**
 * Invites many people at once. Whoever is invited already, or stands twice in the entries, stays as first seen, so that
 * an import can be repeated. The accounts and their mails follow by the queue.
 *
 * @throws ApiError `operation_not_authorized` for an admin who has lost the role meanwhile: a long list comes call after call, and
 *   the first ones stand
 */
export async function importUsers(
  { query: { language }, body }: ParsedOf<typeof endpoint>,
  call: Call,
): Promise<ResultOf<typeof endpoint>> {
  const { invitations, invalid } = read(body)
  if (body.length === 0) return { created: 0, existing: 0, invalid, mailed: false }
  const { created, owed } = await insert(invitations, { language, total: body.length, invalid: invalid.length }, call)
  await queueOwed(call.env, owed)
  return { created, existing: body.length - invalid.length - created, invalid, mailed: owed.length > 0 }
}

/** Never throws: settings that contradict each other keep nobody from being invited. */
function isMailed(env: Env): boolean {
  try {
    return maySendMails(env)
  } catch (error) {
    log.error('mails_not_queued', { cause: error })
    return false
  }
}

/** The entries that can be invited, each address once, and the places of those that cannot. */
function read(entries: Entries): { invitations: Invitation[]; invalid: number[] } {
  const roles = new Map<string, Role>()
  const invalid: number[] = []
  for (const [place, entry] of entries.entries()) {
    const email = InvitedEmail.safeParse(entry.email)
    const role = Role.safeParse(entry.role.trim().toLowerCase())
    if (!email.success || !role.success) invalid.push(place)
    else if (!roles.has(email.data)) roles.set(email.data, role.data)
  }
  return { invitations: [...roles].map(([email, role]) => ({ email: comparableEmail(email), role })), invalid }
}

/** In one transaction and few statements, however many: groups, then users, the ids of each without gaps; and the job that mails them. */
async function insert(
  invitations: Invitation[],
  { language, total, invalid }: { language: Language; total: number; invalid: number },
  call: Call,
): Promise<{ created: number; owed: OwedJob[] }> {
  const { db, env, member } = call
  const { organizationId } = member
  const mayStill = isStillAdmin(db, member)
  const wanted = sql`
    SELECT value ->> 'email' AS email, value ->> 'role' AS role FROM json_each(${JSON.stringify(invitations)})
    WHERE ${mayStill} AND NOT EXISTS (SELECT 1 FROM users WHERE organization_id = ${organizationId} AND email = value ->> 'email')`
  // As the record says, which is the latest in this transaction: the index of addresses changes what `changes()` says to a next change.
  const invited = sql`(SELECT details ->> 'created' FROM owed_actions ORDER BY id DESC LIMIT 1)`
  const mails = sql<string>`json_object('kind', 'mail_invitations', 'organization_id', ${organizationId},
    'from', last_insert_rowid() - ${invited} + 1, 'to', last_insert_rowid())`
  const changes = [
    statementOf(
      db,
      sql`INSERT INTO groups (organization_id, name, type) SELECT ${organizationId}, 'Private', 'user' FROM (${wanted})`,
    ),
    statementOf(
      db,
      sql`
      WITH before AS MATERIALIZED (SELECT last_insert_rowid() - changes() AS group_id)
      INSERT INTO users (organization_id, private_group_id, email, role, language)
      SELECT ${organizationId}, before.group_id + row_number() OVER (), wanted.email, wanted.role, ${language}
      FROM before, (${wanted}) AS wanted RETURNING id`,
    ),
    jobOwed(db, mails, sql`${isMailed(env)} AND ${mayStill} AND ${invited} > 0`),
    statementOf<{ mayStill: number }>(db, sql`SELECT ${mayStill} AS mayStill`),
  ] as const
  // By the rows before them.
  const details = sql<string>`(
    SELECT json_object('created', created, 'existing', json(${String(total - invalid)}) - created, 'invalid', json(${String(invalid)}))
    FROM (SELECT count(*) AS created FROM (${wanted})))`
  const recorded = { action: 'users_imported', target: 'csv', details, when: mayStill, first: true } as const
  const [, created, owed, [caller]] = await changeRecorded(call, changes, recorded)
  if (caller!.mayStill === 0) throw new ApiError('operation_not_authorized')
  return { created: created.length, owed }
}
