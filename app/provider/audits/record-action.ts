import type { AdminAction } from '~/contract/audits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { organizationOf } from '~/provider/organization/stub.ts'
import { appendAction } from './append.ts'

/**
 * Records what an admin has just done. Every handler that changes something for the organisation, or lets its data out,
 * calls it when that has happened.
 */
export async function recordAction(
  { env, member }: Call,
  { action, target, details = {} }: Pick<AdminAction, 'action' | 'target'> & Partial<Pick<AdminAction, 'details'>>,
): Promise<void> {
  await appendAction(env, organizationOf(member), {
    source: `action:${crypto.randomUUID()}`,
    user_id: member.id,
    user_email: member.email,
    action,
    target,
    details: JSON.stringify(details),
  })
}
