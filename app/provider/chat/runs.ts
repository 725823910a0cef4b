import { eq } from 'drizzle-orm'
import { entries, openDatabase } from '~/provider/db/index.ts'
import type { AnswerRun } from './answer-run.ts'
import type { EntryRow } from './own-conversation.ts'
import { recordOfRow, selectRuns } from './stored-run.ts'
import type { AnswerTask, RunRecord } from './task.ts'

/** A run that was stored but not started for so long, in milliseconds, has lost whoever was to start it. */
const startTime = 15_000

/** The object of an answer. */
const runOf = (env: Env, entryId: number) =>
  (env.ANSWERS as DurableObjectNamespace<AnswerRun>).getByName(`answer-${entryId}`)

export const startRun = (env: Env, task: AnswerTask) => runOf(env, task.entryId).start(task)

/** Ends a running answer; what it said so far is stored when this resolves. */
export const cancelRun = (env: Env, answer: EntryRow) => settle(env, answer.id, { cancel: true })

/** Ends the run of a deleted answer, and leaves nothing of what it said but its audit. */
export const forgetRun = (env: Env, entryId: number, record?: RunRecord) => runOf(env, entryId).forget(record)

/** Ends an answer that streams by the database but that nobody generates any more; one that goes on goes on. */
export async function reapRun(env: Env, answer: Pick<EntryRow, 'id' | 'created_at'>): Promise<void> {
  if (Date.now() - Date.parse(answer.created_at) < startTime) return
  await settle(env, answer.id, { cancel: false })
}

async function settle(env: Env, entryId: number, how: { cancel: boolean }): Promise<void> {
  const [row] = await selectRuns(openDatabase(env.DB)).where(eq(entries.id, entryId))
  // One that was deleted meanwhile is ended by whoever deleted it.
  if (row) await runOf(env, entryId).settle(recordOfRow(row, env), how)
}

/**
 * The events of an answer behind the event `after`, as they come; undefined where its object has none. An abort of the
 * signal tells the object that this reader has left.
 */
export async function readRun(
  env: Env,
  entryId: number,
  after: number,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const response = await runOf(env, entryId).fetch(`https://answer/?after=${after}`, { signal })
  if (response.ok) return response
  await response.body?.cancel()
  return undefined
}
