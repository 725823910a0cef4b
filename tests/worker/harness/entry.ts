import { api } from '~/provider/app.ts'
import { runJobs } from '~/provider/queue.ts'
import { answerRequest } from '~/provider/request/answer-request.ts'
import { sweep } from '~/provider/sweep.ts'

export { DocumentReader } from '~/provider/document-reader.ts'
export { MemberObject } from '~/provider/member/member-object.ts'
export { OrganizationObject } from '~/provider/organization/organization-object.ts'
export { AnalysisTables } from '~/provider/sandbox/analysis-tables.ts'
export { LibraryShard } from '~/provider/search/shard/library-shard.ts'

/** The provider as the Worker runs it, without the web side. */
export default {
  fetch: (request, bindings, ctx) => answerRequest(request, bindings, async (env) => api.fetch(request, env, ctx)),
  queue: runJobs,
  scheduled: (_controller, env) => sweep(env),
} satisfies ExportedHandler<Env>
