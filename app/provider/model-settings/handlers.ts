import { eq, sql } from 'drizzle-orm'
import type { AdminAction } from '~/contract/audits.ts'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import * as contract from '~/contract/models.ts'
import { type Api, type Call, serve } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { modelSettings } from '~/provider/db/index.ts'
import { modelNames } from '~/provider/models/index.ts'
import { selectModelSettings, settingsOfModels } from './offered.ts'
import { amountOf } from '~/provider/organization/spending.ts'
import { usedThisMonth } from './used-this-month.ts'

export function serveModelSettings(api: Api) {
  serve(api, contract.listModelSettings, (_input, call) => listModelSettings(call))
  serve(api, contract.setModelSettings, ({ body }, call) => setModelSettings(body, call))
}

async function listModelSettings({ env, db, member }: Call): Promise<{ data: contract.ManagedModel[] }> {
  const [rows, usedOf] = await Promise.all([selectModelSettings(db, member.organizationId), usedThisMonth(env, member)])
  const data = settingsOfModels(env, rows).map((model) => {
    const used = usedOf(model.name)
    return { ...model, used: { ...used, amount: amountOf(model, used) } }
  })
  return { data }
}

/**
 * Takes the place of what the organisation said before of its models.
 *
 * @throws ApiError `invalid_request` for a model that is not configured, or stands there twice
 */
async function setModelSettings(
  { data }: ParsedOf<typeof contract.setModelSettings>['body'],
  call: Call,
): Promise<void> {
  const { env, db, member } = call
  const organization_id = member.organizationId
  const names = data.map(({ name }) => name)
  if (new Set(names).size < names.length || names.some((name) => !modelNames(env).includes(name))) {
    throw new ApiError('invalid_request', undefined, { message: 'data: each configured model at most once' })
  }
  const before = settingsOfModels(env, await selectModelSettings(db, organization_id))
  const details = changesOf(before, data)
  if (Object.keys(details).length === 0) return
  const insertions = data.map((model, place) => db.insert(modelSettings).values({ ...model, organization_id, place }))
  const deletion = db.delete(modelSettings).where(eq(modelSettings.organization_id, organization_id))
  await changeRecorded(call, [deletion, ...insertions], {
    action: 'models_changed',
    target: 'models',
    details,
    when: sql`true`,
  })
}

/** What is different afterwards, as it is recorded: by model, and the order where that is. */
function changesOf(before: contract.ModelSettings[], after: contract.ModelSettings[]): AdminAction['details'] {
  const orderOf = (models: contract.ModelSettings[]) => models.map(({ name }) => name).join(', ')
  const changed = after.filter((model) => {
    const known = before.find(({ name }) => name === model.name)
    return !known || inWords(known) !== inWords(model)
  })
  return {
    ...Object.fromEntries(changed.map((model) => [model.name, inWords(model)])),
    ...(orderOf(before) !== orderOf(after) && { order: orderOf(after) }),
  }
}

const inWords = ({ label, is_hidden, input_price, output_price, monthly_limit }: contract.ModelSettings) =>
  [
    is_hidden ? 'hidden' : 'shown',
    ...(label === null ? [] : [`as ${label}`]),
    ...(input_price === null && output_price === null ? [] : [`at ${input_price ?? 0}/${output_price ?? 0}`]),
    ...(monthly_limit === null ? [] : [`up to ${monthly_limit}`]),
  ].join(' ')
