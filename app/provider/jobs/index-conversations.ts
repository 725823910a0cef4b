import { indexWaiting } from '~/provider/conversations/search/index-waiting.ts'
import { log } from '~/provider/log/log.ts'
import { sendJob } from './job.ts'

/** Transactions of one run; what is left then is for the next. */
const most = 20

/** Indexes the titles and messages of all members that wait for it, run after run until none is left. Safe to repeat. */
export async function indexConversations(env: Env): Promise<void> {
  for (let i = 0; i < most; i++) if (!(await indexWaiting(env.DB))) return
  await sendJob(env, { kind: 'index_conversations' })
}

/** Has what waits for the search indexed soon. Never throws: a search indexes for itself what it needs. */
export async function queueIndexing(env: Env): Promise<void> {
  try {
    await sendJob(env, { kind: 'index_conversations' })
  } catch (error) {
    log.error('indexing_not_queued', { cause: error })
  }
}
