import { agentTypes, type ChatSettings, defaultAgent, defaultModel, type ModelChoice } from '~/contract/chat.ts'
import { usableAgents } from '~/provider/agents/configured.ts'
import { attachmentBytes, limitsOf } from '~/provider/api/limits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { modelNames } from '~/provider/models/index.ts'
import { askServer } from '~/provider/models/served/current.ts'

/** What can be chosen for a question, the defaults first. The other agents are named too, so that screens can show them. */
export async function chatSettingsOf({ env, db, member }: Call): Promise<ChatSettings> {
  const usable = await usableAgents(db, member.organizationId)
  return {
    pipelines: agentTypes.map((name) => ({ name, default: name === defaultAgent, available: usable.includes(name) })),
    models: await modelChoices(env),
    limits: {
      files_per_message: limitsOf(env).filesPerMessage,
      file_bytes: attachmentBytes,
      total_file_bytes: attachmentBytes,
    },
  }
}

/** The default stays available in any case: where its model is gone, the answer says so. */
async function modelChoices(env: Env): Promise<ModelChoice[]> {
  const { gone } = await askServer(env)
  const names = modelNames(env)
  const stateOf = (name: string | undefined) => (name && gone.includes(name) ? { state: 'gone' as const } : {})
  return [
    { name: defaultModel, default: true, available: true, ...stateOf(names[0]) },
    ...names.map((name) => ({ name, default: false, available: !gone.includes(name), ...stateOf(name) })),
  ]
}
