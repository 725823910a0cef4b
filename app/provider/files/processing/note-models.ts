import { eq } from 'drizzle-orm'
import { openDatabase, organizations } from '~/provider/db/index.ts'
import { log } from '~/provider/log/log.ts'
import { collectModelOutcomes, ModelOutcomes } from '~/provider/log/model-outcomes.ts'
import { organizationObject } from '~/provider/organization/stub.ts'

/** Does something with models for an organisation, and tells its object how they were. That it cannot be told ends no job. */
export async function noteModelsOf<Result>(
  env: Env,
  organizationId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const outcomes = new ModelOutcomes()
  try {
    return await collectModelOutcomes(outcomes, work)
  } finally {
    if (outcomes.all().length > 0) {
      await tell(env, organizationId, outcomes).catch((error: unknown) =>
        log.warn('models_not_noted', { cause: error }),
      )
    }
  }
}

async function tell(env: Env, organizationId: number, outcomes: ModelOutcomes): Promise<void> {
  const row = await openDatabase(env.DB)
    .select({ key: organizations.object_key })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .get()
  if (row) await organizationObject(env, row.key).noteModels(outcomes.all())
}
