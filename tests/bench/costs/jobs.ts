import product from '~/jobs.ts'
import { count, countBindings, countedObjects, takeCounts } from './counts.ts'

/** The Worker that does the jobs, as it was built, with what it uses counted. */
export default {
  fetch: () => Response.json(takeCounts()),
  queue(batch, env) {
    countBindings(env)
    count('jobs.requests')
    return product.queue(batch, countedObjects(env))
  },
} satisfies ExportedHandler<Env>
