import provider, { OrganizationObject as Organization } from '../worker/harness/entry.ts'
import { type EnvWithDatabase, withDatabase } from './database-client.ts'

export { AnalysisTables, MemberObject } from '../worker/harness/entry.ts'

/** The provider, with its database at a process of its own. */
export default {
  fetch: (request, env, context) => provider.fetch(request, withDatabase(env), context),
} satisfies ExportedHandler<EnvWithDatabase>

/** It asks the same database for its time zone. */
export class OrganizationObject extends Organization {
  constructor(state: DurableObjectState, env: EnvWithDatabase) {
    super(state, withDatabase(env))
  }
}
