import { migrations, organization } from './database.ts'
import type { Deployment, Part } from './deployment.ts'
import { bucket, crossOrigin, database, queues, vectors } from './resources.ts'
import { built, deployments } from './workers.ts'

/** Everything that a deployment consists of, as it is now, in the order in which it is made. */
export async function planOf(deployment: Deployment): Promise<Part[]> {
  const resources = Promise.all([
    database(deployment),
    bucket(deployment),
    crossOrigin(deployment),
    queues(deployment),
    vectors(deployment),
  ])
  const [first, build, schema, workers, people] = await Promise.all([
    resources,
    built(deployment),
    migrations(deployment),
    deployments(deployment),
    organization(deployment),
  ])
  return [...first.flat(), build, schema, ...workers, people]
}
