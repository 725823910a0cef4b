import { mailInvitations, skipInvitation } from '~/provider/accounts/mail-invitations.ts'
import { log } from '~/provider/log/log.ts'
import { deleteGroup } from '~/provider/users/delete-group.ts'
import { deleteSite } from './delete-site.ts'
import { embedWaiting } from './embed-waiting.ts'
import { indexConversations } from './index-conversations.ts'
import { indexFileName } from './index-file-name.ts'
import { Job } from './job.ts'
import { abandonFile, processFile } from './process-file.ts'

/** Where the messages end that failed on every delivery (`wrangler.toml`). */
const deadLetters = 'app-jobs-dead'

/**
 * Consumes both queues: does the jobs of the one, and closes what those of the other left open. A message that is no
 * job is logged and dropped; a job that throws is delivered again, later each time.
 */
export async function runJobs(batch: MessageBatch, env: Env): Promise<void> {
  const run = batch.queue === deadLetters ? abandon : perform
  // One at a time: a document may take most of the memory.
  for (const message of batch.messages) await handle(message, (job) => run(job, env, message.attempts))
}

async function handle(message: Message, run: (job: Job) => Promise<void>): Promise<void> {
  const { success, data: job } = Job.safeParse(message.body)
  if (!success) {
    log.error('job_invalid', { message_id: message.id })
    return message.ack()
  }
  try {
    await run(job)
    message.ack()
  } catch (error) {
    log.error('job_failed', { ...job, attempt: message.attempts, cause: error })
    message.retry({ delaySeconds: backoff(message.attempts) })
  }
}

async function perform(job: Job, env: Env, delivery: number): Promise<void> {
  switch (job.kind) {
    case 'process_file':
      return processFile(env, job.file_id, delivery)
    case 'index_file_name':
      return indexFileName(env, job.file_id)
    case 'index_conversations':
      return indexConversations(env)
    case 'embed_passages':
      return embedWaiting(env)
    case 'mail_invitations':
      return mailInvitations(env, job)
    case 'delete_group':
      return deleteGroup(env, job.group_id)
    case 'crawl_site':
      return (await import('./crawl-site.ts')).crawlSite(env, job)
    case 'delete_site':
      return deleteSite(env, job.site_id)
  }
}

async function abandon(job: Job, env: Env): Promise<void> {
  switch (job.kind) {
    case 'process_file':
      return abandonFile(env, job.file_id)
    case 'index_file_name':
      // The file is found by its text as before, and by its old name.
      return
    case 'index_conversations':
      // Nothing is lost: what waits is indexed by the next of these, or by a search.
      return
    case 'embed_passages':
      // The passages are found by their words; the sweeper tries again.
      return
    case 'mail_invitations':
      return skipInvitation(env, job)
    case 'delete_group':
      // The deletion was refused, or the storage fails for long; then nobody reaches what is left.
      return
    case 'crawl_site':
      return (await import('./crawl-site.ts')).skipCrawlStep(env, job)
    case 'delete_site':
      // The sweeper takes it up again.
      return
  }
}

/** Seconds until the next delivery: 5, 20, 80. */
const backoff = (attempts: number) => 5 * 4 ** (attempts - 1)
