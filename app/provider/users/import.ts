import type { ParsedOf, ResultOf } from '~/contract/endpoint.ts'
import { type importUsers as endpoint, InvitedEmail, type Language, Role } from '~/contract/users.ts'
import { maySendMails } from '~/provider/accounts/invitation.ts'
import type { InvitedRange } from '~/provider/accounts/mail-invitations.ts'
import type { Call } from '~/provider/api/serve.ts'
import { recordAction } from '~/provider/audits/record-action.ts'
import { comparableEmail } from '~/provider/identity/email.ts'
import { log } from '~/provider/log/log.ts'
import { sendJob } from '~/provider/queue/job.ts'

type Entries = ParsedOf<typeof endpoint>['body']

interface Invitation {
  email: string
  role: Role
}

/**
 * Invites many people at once. Whoever is invited already, or stands twice in the entries, stays as first seen, so that
 * an import can be repeated. The accounts and their mails follow by the queue.
 */
export async function importUsers(
  { query: { language }, body }: ParsedOf<typeof endpoint>,
  call: Call,
): Promise<ResultOf<typeof endpoint>> {
  const { env, member } = call
  const { invitations, invalid } = read(body)
  const { created, lastId } = await insert(env.DB, member.organizationId, language, invitations)
  const ids = { organization_id: member.organizationId, from: lastId - created + 1, to: lastId }
  const mailed = created > 0 && (await queueMails(env, ids))
  const counts = { created, existing: body.length - invalid.length - created, invalid: invalid.length }
  if (body.length > 0) await recordAction(call, { action: 'users_imported', target: 'csv', details: counts })
  return { ...counts, invalid, mailed }
}

/** Never throws: the invitations stand, and whoever made them is told that nobody was mailed. */
async function queueMails(env: Env, invited: InvitedRange): Promise<boolean> {
  try {
    if (!maySendMails(env)) return false
    await sendJob(env, { kind: 'mail_invitations', ...invited })
    return true
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

/** What of the entries ?2 is not among the users of the organisation ?1. */
const wanted = `
  SELECT value ->> 'email' AS email, value ->> 'role' AS role FROM json_each(?2)
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE organization_id = ?1 AND email = value ->> 'email')`

/** In one transaction and three statements, however many: groups, then users; the ids of each are without gaps. */
async function insert(d1: D1Database, organizationId: number, language: Language, invitations: Invitation[]) {
  const entries = JSON.stringify(invitations)
  const [, , { results }] = (await d1.batch([
    d1
      .prepare(`INSERT INTO groups (organization_id, name, type) SELECT ?1, 'Private', 'user' FROM (${wanted})`)
      .bind(organizationId, entries),
    d1
      .prepare(
        `WITH before AS MATERIALIZED (SELECT last_insert_rowid() - changes() AS group_id)
         INSERT INTO users (organization_id, private_group_id, email, role, language)
         SELECT ?1, before.group_id + row_number() OVER (), wanted.email, wanted.role, ?3
         FROM before, (${wanted}) AS wanted`,
      )
      .bind(organizationId, entries, language),
    d1.prepare('SELECT changes() AS created, last_insert_rowid() AS lastId'),
  ])) as [D1Result, D1Result, D1Result<{ created: number; lastId: number }>]
  return results[0]!
}
