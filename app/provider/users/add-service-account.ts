import { sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { addServiceAccount as endpoint, User } from '~/contract/users.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { statementOf } from '~/provider/db/index.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import { toUser, type UserRow } from './user.ts'

/** A domain that nobody has, nor can have (RFC 6761): no mail goes there, and nobody confirms an address of it. */
const domain = 'service.invalid'

/**
 * Makes a user for programs. It reads what the organisation shares, has a library of its own, and is no admin until somebody makes it
 * one. Its uid is no account's, so that nobody signs in to it.
 */
export async function addServiceAccount({ body: { name } }: ParsedOf<typeof endpoint>, call: Call): Promise<User> {
  return withIdempotencyKey(call, 'addServiceAccount', name, async () => {
    const { db, member } = call
    const id = crypto.randomUUID()
    const email = `${nameOf(name)}-${id.slice(0, 6)}@${domain}`
    const changes = [
      statementOf(
        db,
        sql`INSERT INTO groups (organization_id, name, type) VALUES (${member.organizationId}, 'Private', 'user')`,
      ),
      statementOf<UserRow>(
        db,
        sql`
        INSERT INTO users (organization_id, private_group_id, email, uid, name, language, is_service)
        VALUES (${member.organizationId}, last_insert_rowid(), ${email}, ${`service:${id}`}, ${name.toWellFormed()}, ${member.language}, 1)
        RETURNING *`,
      ),
    ] as const
    const [, [user]] = await changeRecorded(call, changes, { action: 'service_account_added', target: email })
    return toUser(user!)
  })
}

/** The part of its address before the @. */
function nameOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]{1,30}/g) ?? []
  return words.slice(0, 4).join('-') || 'program'
}
