import type { AdminAction } from '~/contract/audits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { organizationOf } from '~/provider/organization/stub.ts'
import { actorOf, appendAction } from './append.ts'

interface Recorded extends Pick<AdminAction, 'action' | 'target'> {
  details?: AdminAction['details']
  source?: string
}

/**
 * Records what an admin does that changes nothing in the directory: a handler that lets the organisation's data out, or has a mail sent,
 * calls it before that happens. A change is recorded with itself (`changeRecorded`).
 * @param recorded its `source` stands for it: of several of one source, the first is recorded
 */
export async function recordAction(
  call: Call,
  { action, target, details = {}, source = `action:${crypto.randomUUID()}` }: Recorded,
): Promise<void> {
  await appendAction(call.env, organizationOf(call.member), {
    source,
    ...actorOf(call),
    action,
    target,
    details: JSON.stringify(details),
  })
}
