import { agentTypes, type ChatSettings, defaultAgent, defaultModel, type ModelChoice } from '~/contract/chat.ts'
import type { ModelSettings } from '~/contract/models.ts'
import { usableAgents } from '~/provider/agents/configured.ts'
import { attachmentBytes, limitsOf } from '~/provider/api/limits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { offeredModels, selectModelSettings } from '~/provider/model-settings/offered.ts'
import { askServer } from '~/provider/models/served/current.ts'
import { isUsedUp, limitOf } from '~/provider/organization/spending.ts'
import { usedThisMonth } from '~/provider/model-settings/used-this-month.ts'

/** What can be chosen for a question, the defaults first. The other agents are named too, so that screens can show them. */
export async function chatSettingsOf(call: Call): Promise<ChatSettings> {
  const { env, db, member } = call
  const [usable, models] = await Promise.all([usableAgents(db, member.organizationId), modelChoices(call)])
  return {
    pipelines: agentTypes.map((name) => ({ name, default: name === defaultAgent, available: usable.includes(name) })),
    models,
    limits: {
      files_per_message: limitsOf(env).filesPerMessage,
      file_bytes: attachmentBytes,
      total_file_bytes: attachmentBytes,
    },
  }
}

/** The default stays available in any case: where its model would not answer, the answer says why. */
async function modelChoices({ env, db, member }: Call): Promise<ModelChoice[]> {
  const [{ gone }, rows] = await Promise.all([askServer(env), selectModelSettings(db, member.organizationId)])
  const models = offeredModels(env, rows)
  const isLimited = models.some((model) => limitOf(model))
  const usedOf = isLimited ? await usedThisMonth(env, member) : undefined
  const stateOf = (model: ModelSettings): Pick<ModelChoice, 'state'> => {
    if (gone.includes(model.name)) return { state: 'gone' }
    const limit = limitOf(model)
    return limit && isUsedUp(limit, usedOf!(model.name)) ? { state: 'limit_reached' } : {}
  }
  const choices = models.map((model): ModelChoice => {
    const { name, label } = model
    const state = stateOf(model)
    return { name, default: false, available: !state.state, ...state, ...(label !== null && { label }) }
  })
  const { state } = choices[0] ?? {}
  return [{ name: defaultModel, default: true, available: true, ...(state && { state }) }, ...choices]
}
