import { z } from 'zod'
import { Id } from '~/contract/shared.ts'
import { requestId } from '~/provider/log/log.ts'

/** What is done behind the scenes, as messages of the queue. */
export const Job = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('process_file'), file_id: Id }),
  z.object({ kind: z.literal('index_file_name'), file_id: Id }),
  z.object({ kind: z.literal('embed_passages') }),
  z.object({ kind: z.literal('mail_invitations'), organization_id: Id, from: Id, to: Id }),
  z.object({ kind: z.literal('delete_member'), group_id: Id, member_key: z.string() }),
  z.object({ kind: z.literal('crawl_site'), site_id: Id, step: z.number().int() }),
  z.object({ kind: z.literal('delete_site'), site_id: Id }),
  z.object({ kind: z.literal('erase_expired'), organization_id: Id, day: z.iso.date() }),
  z.object({ kind: z.literal('sweep') }),
])
export type Job = z.infer<typeof Job>

/** A job of a kind that this build does not know. `kept`: how often it was put off. */
export const UnknownJob = z.looseObject({
  kind: z.string().refine((kind) => !Job.options.some(({ shape }) => shape.kind.value === kind)),
  kept: z.int().nonnegative().default(0),
})

/** Seconds between two looks at a job of unknown kind, and how many there are: a version that was taken back is not back for days. */
const keptFor = 60 * 60
const looks = 4 * 24

/** What a message says of the request that wants its job, for the log. */
export const JobOrigin = z.object({ request_id: z.string() })

/** The id under which a message's job is owed. */
export const OwedId = z.object({ owed: Id })

/**
 * Queues a job. It runs at least once, so doing it again must change nothing.
 * @param delaySeconds it runs no sooner; whole seconds
 * @param owed the id under which it is owed
 */
export async function sendJob(env: Env, job: Job, delaySeconds = 0, owed?: number): Promise<void> {
  await env.JOBS.send({ ...job, request_id: requestId(), ...(owed && { owed }) }, { delaySeconds })
}

/**
 * Puts off a job that a newer version has queued: this one was not replaced yet, or was put back.
 * @returns whether it is queued again; no version has come that knows it
 */
export async function keepJob(env: Env, job: z.infer<typeof UnknownJob>): Promise<boolean> {
  if (job.kept >= looks) return false
  await env.JOBS.send({ ...job, kept: job.kept + 1 }, { delaySeconds: keptFor })
  return true
}
