import { agentTypes, type ChatSettings, defaultAgent, defaultModel } from '~/contract/chat.ts'
import { isAvailable } from '~/provider/agents/index.ts'
import { attachmentBytes, limitsOf } from '~/provider/api/limits.ts'
import { modelNames } from '~/provider/models/index.ts'

/** What can be chosen for a question, the defaults first. The other agents are named too, so that screens can show them. */
export const chatSettingsOf = (env: Env): ChatSettings => ({
  pipelines: agentTypes.map((name) => ({ name, default: name === defaultAgent, available: isAvailable(name) })),
  models: [defaultModel, ...modelNames(env)].map((name) => ({ name, default: name === defaultModel, available: true })),
  limits: {
    files_per_message: limitsOf(env).filesPerMessage,
    file_bytes: attachmentBytes,
    total_file_bytes: attachmentBytes,
  },
})
