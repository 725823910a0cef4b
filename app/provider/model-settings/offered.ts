import { eq, type SQL } from 'drizzle-orm'
import type { ModelSettings } from '~/contract/models.ts'
import { type Database, modelSettings } from '~/provider/db/index.ts'
import { modelNames } from '~/provider/models/index.ts'

/** What an organisation says of its models, in their order, as a statement. */
export const selectModelSettings = (db: Database, organizationId: number | SQL<number>) =>
  db
    .select({
      name: modelSettings.name,
      label: modelSettings.label,
      is_hidden: modelSettings.is_hidden,
      input_price: modelSettings.input_price,
      output_price: modelSettings.output_price,
      monthly_limit: modelSettings.monthly_limit,
    })
    .from(modelSettings)
    .where(eq(modelSettings.organization_id, organizationId))
    .orderBy(modelSettings.place)

/** The configured models as an organisation orders them; those that it says nothing of come last, as they are configured. */
export function settingsOfModels(env: Env, said: ModelSettings[]): ModelSettings[] {
  const names = modelNames(env)
  const known = said.filter(({ name }) => names.includes(name))
  const others = names.filter((name) => !known.some((row) => row.name === name))
  return [...known, ...others.map((name) => ({ ...unsaid, name }))]
}

const unsaid = { label: null, is_hidden: false, input_price: null, output_price: null, monthly_limit: null }

/** Those that members may ask; the first is what `adaptive` means. */
export const offeredModels = (env: Env, said: ModelSettings[]) =>
  settingsOfModels(env, said).filter((model) => !model.is_hidden)
