import { MemberObject as Member } from '~/provider/member/member-object.ts'
import type { Job } from '~/provider/queue/job.ts'
import provider from '../../worker/harness/entry.ts'
import { delayed, delayedObject } from '../growth/delayed.ts'

export { AnalysisTables, DocumentReader, LibraryShard, OrganizationObject } from '../../worker/harness/entry.ts'

type FarEnv = Env & { DELAY: string }

export const MemberObject = delayedObject<FarEnv>(Member)

const held: Job[] = []

/**
 * The provider, D1 and objects as far away as the platform's are. Its jobs wait until `/release` hands them to its queues in turn, so
 * that as many are done at once.
 */
export default {
  ...provider,
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === '/release') return release(env)
    const JOBS = { send: async (job: Job) => void held.push(job) } as unknown as Env['JOBS']
    return provider.fetch(request, { ...delayed(env), JOBS }, context)
  },
  queue: (batch, env) => provider.queue(batch, delayed(env)),
} satisfies ExportedHandler<FarEnv>

async function release(env: FarEnv): Promise<Response> {
  const queues = Object.entries(env).flatMap(([name, queue]) => (name.startsWith('JOBS_') ? [queue as Queue] : []))
  const jobs = held.splice(0)
  await Promise.all(
    queues.map((queue, index) =>
      queue.sendBatch(jobs.filter((_, number) => number % queues.length === index).map((body) => ({ body }))),
    ),
  )
  return Response.json(jobs.length)
}
