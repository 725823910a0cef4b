import { agentTypes, type ChatSettings, defaultAgent, defaultModel } from '~/contract/chat.ts'
import { usableAgents } from '~/provider/agents/configured.ts'
import { attachmentBytes, limitsOf } from '~/provider/api/limits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { modelNames } from '~/provider/models/index.ts'

/** What can be chosen for a question, the defaults first. The other agents are named too, so that screens can show them. */
export async function chatSettingsOf({ env, db, member }: Call): Promise<ChatSettings> {
  const usable = await usableAgents(db, member.organizationId)
  const models = [defaultModel, ...modelNames(env)]
  return {
    pipelines: agentTypes.map((name) => ({ name, default: name === defaultAgent, available: usable.includes(name) })),
    models: models.map((name) => ({ name, default: name === defaultModel, available: true })),
    limits: {
      files_per_message: limitsOf(env).filesPerMessage,
      file_bytes: attachmentBytes,
      total_file_bytes: attachmentBytes,
    },
  }
}
