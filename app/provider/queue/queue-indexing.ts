import { log } from '~/provider/log/log.ts'
import { sendJob } from './job.ts'

/** Has what waits for the search indexed soon. Never throws: a search indexes for itself what it needs. */
export async function queueIndexing(env: Env): Promise<void> {
  try {
    await sendJob(env, { kind: 'index_conversations' })
  } catch (error) {
    log.error('indexing_not_queued', { cause: error })
  }
}
