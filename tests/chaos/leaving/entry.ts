import { api } from '~/provider/app.ts'
import { MemberObject as Member } from '~/provider/member/member-object.ts'
import type { Job } from '~/provider/queue/job.ts'
import { answerRequest } from '~/provider/request/answer-request.ts'
import { delayed, delayedObject } from '../../bench/growth/delayed.ts'

export { OrganizationObject } from '~/provider/organization/organization-object.ts'
export { AnalysisTables } from '~/provider/sandbox/analysis-tables.ts'
export { LibraryShard } from '~/provider/search/shard/library-shard.ts'

type DelayedEnv = Env & { DELAY: string }

export const MemberObject = delayedObject<DelayedEnv>(Member)

/** What was queued, and the handlers that the platform keeps alive. */
const jobs: Job[] = []
let open = 0

/**
 * The provider, whose calls take as long as a client needs to leave in their middle: for one with the header `x-slow`, D1, objects and
 * queue are `DELAY` milliseconds away. `/jobs` is what was queued; `/open`, how many handlers go on.
 */
export default {
  async fetch(request, bindings, ctx) {
    const { pathname } = new URL(request.url)
    if (pathname === '/jobs') return Response.json(jobs)
    if (pathname === '/open') return Response.json(open)
    const isSlow = request.headers.has('x-slow')
    const JOBS = {
      send: async (job: Job) => {
        if (isSlow) await new Promise((resolve) => setTimeout(resolve, Number(bindings.DELAY)))
        jobs.push(job)
      },
    } as unknown as Env['JOBS']
    return answerRequest(request, { ...(isSlow ? delayed(bindings) : bindings), JOBS }, async (env) =>
      api.fetch(request, env, counted(ctx)),
    )
  },
} satisfies ExportedHandler<DelayedEnv>

const counted = (ctx: ExecutionContext) =>
  ({
    waitUntil(work: Promise<unknown>) {
      open++
      ctx.waitUntil(work.finally(() => open--))
    },
    passThroughOnException: () => {},
  }) as ExecutionContext
