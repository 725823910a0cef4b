import { and, eq, gt, inArray, or, type SQL } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { findOwnConversation } from '~/provider/chat/own-conversation.ts'
import { forgetRun } from '~/provider/chat/runs.ts'
import { recordOfRow, selectRuns, type StoredRun } from '~/provider/chat/stored-run.ts'
import { keptFor } from '~/provider/chat/task.ts'
import { conversations, type Database, entries } from '~/provider/db/index.ts'
import { tablesOf } from '~/provider/sandbox/open.ts'

/** Deletes a conversation. A running answer ends, and what it would still say is stored nowhere. */
export async function deleteConversation(id: number, call: Call): Promise<void> {
  await findOwnConversation(call.db, call.member, id)
  await deleteWithRuns([id], call)
}

/**
 * Deletes all conversations of the caller.
 *
 * @throws ApiError `invalid_request` without both ids, `operation_not_authorized` when they are not the caller's own
 */
export async function deleteConversations(
  ids: { user_id?: number; organization_id?: number },
  call: Call,
): Promise<void> {
  const { member } = call
  if (ids.user_id === undefined || ids.organization_id === undefined) {
    throw new ApiError('invalid_request', undefined, { message: 'Need userID and organizationID' })
  }
  if (ids.user_id !== member.id || ids.organization_id !== member.organizationId)
    throw new ApiError('operation_not_authorized')
  await deleteWithRuns(undefined, call)
}

/**
 * Rows first, in one step with the look for answers that run: an answer that starts meanwhile has no conversation to be in.
 */
async function deleteWithRuns(ids: number[] | undefined, { env, db, member }: Call) {
  const doomed = and(eq(conversations.user_id, member.id), ids && inArray(conversations.id, ids))
  const [answers] = await db.batch([rememberedAnswers(db, doomed), db.delete(conversations).where(doomed)])
  await forgetAnswers(env, answers)
}

/** The answers in these conversations that run, or whose events are still kept. To be asked for before the rows go. */
export function rememberedAnswers(db: Database, ofConversations: SQL | undefined) {
  const kept = or(
    eq(entries.status, 'streaming'),
    // An object's alarm may be late.
    gt(entries.updated_at, new Date(Date.now() - 2 * keptFor).toISOString()),
  )
  const within = db.select({ id: conversations.id }).from(conversations).where(ofConversations)
  return selectRuns(db).where(and(eq(entries.kind, 'answer'), kept, inArray(entries.conversation_id, within)))
}

/** Objects that are told at once. */
const toldAtOnce = 50

/**
 * Ends answers whose rows are gone: what they would still say is stored nowhere, what they said is in the audits. The
 * tables that they analysed go, too; those of older answers are gone already.
 */
export async function forgetAnswers(env: Env, answers: StoredRun[]): Promise<void> {
  for (let start = 0; start < answers.length; start += toldAtOnce) {
    await Promise.all(
      answers
        .slice(start, start + toldAtOnce)
        .map((answer) => forgetRun(env, answer.id, answer.isRunning ? recordOfRow(answer, env) : undefined)),
    )
  }
  const conversationIds = [...new Set(answers.map(({ conversationId }) => conversationId))]
  for (let start = 0; start < conversationIds.length; start += toldAtOnce) {
    await Promise.all(conversationIds.slice(start, start + toldAtOnce).map((id) => tablesOf(env, id).forget()))
  }
}
