import { api } from '~/provider/app.ts'
import { runJobs } from '~/provider/queue.ts'
import { MemberObject as Member } from '~/provider/member/member-object.ts'
import { OrganizationObject as Organization } from '~/provider/organization/organization-object.ts'
import { answerRequest } from '~/provider/request/answer-request.ts'
import { sweep } from '~/provider/sweep.ts'
import { withFailing } from './failing-storage.ts'

export { DocumentReader } from '~/provider/document-reader.ts'
export { AnalysisTables } from '~/provider/sandbox/analysis-tables.ts'
export { LibraryShard } from '~/provider/search/shard/library-shard.ts'

/** Objects that use others; their storage fails where a test says so. */
export class MemberObject extends withFailing(Member) {}
export class OrganizationObject extends withFailing(Organization) {}

/** The provider as the Worker runs it, without the web side. */
export default {
  fetch: (request, bindings, ctx) => answerRequest(request, bindings, async (env) => api.fetch(request, env, ctx)),
  queue: runJobs,
  scheduled: (_controller, env) => sweep(env),
} satisfies ExportedHandler<Env>
