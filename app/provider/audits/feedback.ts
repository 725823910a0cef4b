import type { countFeedback as endpoint, FeedbackCount } from '~/contract/audits.ts'
import type { Feedback } from '~/contract/conversations.ts'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { Call } from '~/provider/api/serve.ts'
import { callObject } from '~/provider/objects/call.ts'
import type { Organization } from '~/provider/organization/chain.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { momentsOf } from './interval.ts'

/**
 * Notes an opinion of an answer beside its audit, which never changes itself; `unknown` takes an opinion back. Safe to repeat, and
 * nothing where there is no such audit.
 * @param opinion.source what the audit was appended for, of the answer as it was given and not of a copy
 */
export const recordFeedback = (
  env: Env,
  { key }: Organization,
  opinion: { source: string; value: Feedback },
): Promise<void> => callObject(() => organizationObject(env, key).noteFeedback(opinion))

/** How many answers of each agent are thought good and bad, among the chat requests that the query finds. */
export async function countFeedback(
  { query }: ParsedOf<typeof endpoint>,
  { env, db, member }: Call,
): Promise<{ data: FeedbackCount[] }> {
  const interval = { from: query.created_at_ge, to: query.created_at_le }
  const filter = {
    ...(await momentsOf(db, member.organizationId, interval)),
    userId: query.user_id,
    conversationId: query.conversation_id,
  }
  return { data: await callObject(() => organizationObject(env, member.organizationKey).countFeedback(filter)) }
}
