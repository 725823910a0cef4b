import { mailInvitations, skipInvitation } from './accounts/mail-invitations.ts'
import { abandonFile, processFile } from './files/processing/process-file.ts'
import { log, withRequestId } from './log/log.ts'
import { Job, JobOrigin, keepJob, OwedId, sendJob, UnknownJob } from './queue/job.ts'
import { settleOwed } from './queue/owed-jobs.ts'
import { eraseExpired } from './retention/erase-expired.ts'
import { embedWaiting } from './search/embed-waiting.ts'
import { indexFileName } from './search/index-file-name.ts'
import { sweep } from './sweep.ts'
import { deleteMember } from './users/delete-member.ts'
import { clearSite } from './webpages/clear-site.ts'

interface Handler<J> {
  /**
   * Does the job, and gives what is left of it for a next one. It runs at least once, so doing it again must change nothing; what it
   * throws has it delivered again.
   */
  perform(env: Env, job: J, delivery: number): Promise<J | void>
  /** Closes what a job left open that failed on every delivery. Without it, nothing is left that others do not take up. */
  abandon?(env: Env, job: J): Promise<J | void>
}

/** Who does which job. */
const handlers: { [Kind in Job['kind']]: Handler<Extract<Job, { kind: Kind }>> } = {
  process_file: {
    perform: (env, { file_id }, delivery) => processFile(env, file_id, delivery),
    abandon: (env, { file_id }) => abandonFile(env, file_id),
  },
  // Abandoned, the file is found by its text as before, and by its old name.
  index_file_name: { perform: (env, { file_id }) => indexFileName(env, file_id) },
  // Abandoned, the passages are found by their words; the sweeper tries again.
  embed_passages: { perform: embedWaiting },
  mail_invitations: { perform: mailInvitations, abandon: skipInvitation },
  // Abandoned, the deletion was refused, or the storage fails for long; then nobody reaches what is left.
  delete_member: { perform: deleteMember },
  crawl_site: {
    perform: async (env, job) => (await import('./webpages/crawl/crawl-site.ts')).crawlSite(env, job),
    abandon: async (env, job) => (await import('./webpages/crawl/crawl-site.ts')).skipCrawlStep(env, job),
  },
  // Abandoned, the sweeper takes it up again.
  delete_site: { perform: (env, { site_id }) => clearSite(env, site_id) },
  // Abandoned, the sweeper takes it up again.
  erase_expired: { perform: eraseExpired },
  // Abandoned, the next hour's does the same.
  sweep: { perform: sweep },
}

/** How the name begins of the queue where messages end that failed on every delivery; a deployment beside production has one of its own. */
const deadLetters = 'app-jobs-dead'

/**
 * Consumes both queues: does the jobs of the one, and closes what those of the other left open. A message that is no
 * job is logged and dropped, one of a newer version waits for that; a job that throws is delivered again, later each time.
 */
export async function runJobs(batch: MessageBatch, env: Env): Promise<void> {
  // One at a time: a document may take most of the memory.
  for (const message of batch.messages)
    await withRequestId(originOf(message), () => handle(message, env, batch.queue.startsWith(deadLetters)))
}

/** The id of the request that wanted the job, else the message's own. */
const originOf = ({ id, body }: Message) => JobOrigin.safeParse(body).data?.request_id ?? id

async function handle(message: Message, env: Env, isDead: boolean): Promise<void> {
  const { success, data: job } = Job.safeParse(message.body)
  if (!success) return keepOrDrop(message, env)
  const handler = handlers[job.kind] as Handler<Job>
  const begun = Date.now()
  // Of a repetition, this counts its pauses, too.
  const waited = begun - message.timestamp.getTime()
  try {
    const rest = await (isDead ? handler.abandon?.(env, job) : handler.perform(env, job, message.attempts))
    await goOn(message, env, rest ?? undefined)
    message.ack()
    log.info('job_done', { kind: job.kind, attempt: message.attempts, waited, took: Date.now() - begun })
  } catch (error) {
    log.error('job_failed', { ...job, attempt: message.attempts, waited, cause: error })
    message.retry({ delaySeconds: backoff(message.attempts) })
  }
}

/** Queues what a job has left, and notes of one that is owed how far it is. */
async function goOn({ body }: Message, env: Env, rest: Job | undefined): Promise<void> {
  const owed = OwedId.safeParse(body).data?.owed
  if (owed !== undefined) await settleOwed(env, owed, rest)
  if (rest) await sendJob(env, rest, 0, owed)
}

/** What is no job is dropped; one that a newer version has queued waits for it. */
async function keepOrDrop(message: Message, env: Env): Promise<void> {
  const unknown = UnknownJob.safeParse(message.body)
  const isKept = unknown.success && (await keepJob(env, unknown.data))
  log.error(isKept ? 'job_unknown' : 'job_invalid', { message_id: message.id })
  message.ack()
}

/** Seconds until the next delivery: 5, 20, 80. */
const backoff = (attempts: number) => 5 * 4 ** (attempts - 1)
