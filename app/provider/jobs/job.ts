import { z } from 'zod'
import { Id } from '~/contract/shared.ts'

/** What is done behind the scenes, as messages of the queue. */
export const Job = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('process_file'), file_id: Id }),
  z.object({ kind: z.literal('index_file_name'), file_id: Id }),
  z.object({ kind: z.literal('index_conversations') }),
])
export type Job = z.infer<typeof Job>

/** Queues a job. It runs at least once, so doing it again must change nothing. */
export async function sendJob(env: Env, job: Job): Promise<void> {
  await env.JOBS.send(job)
}
