import { indexWaiting } from './index-waiting.ts'
import { sendJob } from '~/provider/queue/job.ts'

/** Transactions of one run; what is left then is for the next. */
const most = 20

/** Indexes the titles and messages of all members that wait for it, run after run until none is left. Safe to repeat. */
export async function indexConversations(env: Env): Promise<void> {
  for (let i = 0; i < most; i++) if (!(await indexWaiting(env.DB))) return
  await sendJob(env, { kind: 'index_conversations' })
}
