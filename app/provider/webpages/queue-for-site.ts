import { log } from '~/provider/log/log.ts'
import { type Job, sendJob } from '~/provider/queue/job.ts'

/**
 * Queues what a site's row asks for already. Never throws: the change is made, and the sweeper takes up a site whose job the queue did
 * not take (`sweep-sites.ts`), where a repetition of the call would find nothing left to do.
 */
export async function queueForSite(env: Env, job: Extract<Job, { site_id: number }>): Promise<void> {
  try {
    await sendJob(env, job)
  } catch (error) {
    log.error('site_not_queued', { site_id: job.site_id, cause: error })
  }
}
