import product, * as classes from '~/server.ts'
import { count, countBindings, countedClass, countedObjects, letADayPass, takeCounts } from './counts.ts'

export const MemberObject = countedClass('member', classes.MemberObject)
export const OrganizationObject = countedClass('organization', classes.OrganizationObject)
export const AnalysisTables = countedClass('analysis', classes.AnalysisTables)
export const LibraryShard = countedClass('library', classes.LibraryShard)

/** The Worker that answers people, as it was built, with what it uses counted: `/counts` tells it, and `/day` lets a day pass first. */
export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    if (pathname === '/day') await letADayPass(env)
    if (pathname === '/day' || pathname === '/counts') return Response.json(takeCounts())
    countBindings(env)
    count('front.requests')
    return product.fetch(request, countedObjects(env), ctx)
  },
  async scheduled(controller, env) {
    countBindings(env)
    await product.scheduled(controller, countedObjects(env))
  },
} satisfies ExportedHandler<Env>
