import { ApiError } from '~/contract/errors.ts'
import { findAuditId } from '~/provider/audits/find.ts'
import { sourceOf } from '~/provider/audits/record-answer.ts'
import type { Call } from '~/provider/api/serve.ts'
import { findAnswer, findOwnConversation } from './own-conversation.ts'
import { replay } from './replay.ts'
import { readRun, reapRun } from './runs.ts'
import { lastEventId } from './sse.ts'

/**
 * The stream of a conversation's latest answer, or of the one asked for, behind the event in `Last-Event-ID`.
 *
 * @throws ApiError `does_not_exist`
 */
export async function resume({ id, entryId }: { id: number; entryId?: number }, call: Call): Promise<Response> {
  const conversation = await findOwnConversation(call.db, call.member, id)
  const answer = await findAnswer(call.db, conversation.id, entryId)
  if (!answer) throw new ApiError('does_not_exist', { entity: 'entry' })
  if (answer.status === 'streaming') await reapRun(call.env, answer)
  return follow({ id: conversation.id, entryId: answer.id }, lastEventId(call.request.headers), call)
}

/**
 * The stream of an answer of the member behind the event `after`: live from its run, or from the database once that
 * forgot it.
 *
 * @throws ApiError `does_not_exist` for what was deleted meanwhile
 */
export async function follow(
  { id, entryId }: { id: number; entryId: number },
  after: number,
  { env, db, member, request }: Call,
): Promise<Response> {
  const live = await readRun(env, entryId, after, request.signal)
  if (live) return live
  const conversation = await findOwnConversation(db, member, id)
  const stored = await findAnswer(db, id, entryId)
  if (!stored) throw new ApiError('does_not_exist', { entity: 'entry' })
  // It is stored but its run is only about to start.
  if (stored.status === 'streaming') throw new ApiError('service_unavailable', { retry_after: 1 })
  return replay(
    conversation,
    {
      ...stored,
      auditId: await findAuditId(env, member.organizationKey, sourceOf(member.id, stored.copy_of ?? entryId)),
    },
    after,
  )
}
