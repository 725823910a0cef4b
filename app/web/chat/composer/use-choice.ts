import type { AgentType } from '~/contract/chat.ts'
import { defaultAgent, defaultModel } from '~/contract/defaults.ts'
import type { StoredQuestion } from '../entries.ts'
import { useDraft, useDrafts } from './use-draft.ts'
import type { ConversationKey } from '../conversation-key.ts'
import type { Offered } from '../agents/offered-agents.ts'

export interface Choice {
  agent: AgentType
  model: string
  choose: (choice: { agent?: AgentType; model?: string }) => void
}

/**
 * The agent and the model of the next question: as chosen in the draft, else as in the conversation's last question,
 * else the default, else the first there is. One that has become unavailable gives way.
 */
export function useChoice(
  key: ConversationKey,
  last: StoredQuestion | undefined,
  offered: Offered | undefined,
): Choice {
  const drafts = useDrafts()
  const agent = useDraft(key, (draft) => draft.agent)
  const model = useDraft(key, (draft) => draft.model)
  return {
    agent: firstAvailable([agent, last?.agent, defaultAgent], offered?.agents) ?? defaultAgent,
    model: firstAvailable([model, last?.model, defaultModel], offered?.models) ?? defaultModel,
    choose: (choice) => drafts.update(key, (draft) => ({ ...draft, ...choice })),
  }
}

/** The first wanted that can be chosen, else the first that can; any where it is not known what can. */
function firstAvailable<Name extends string>(
  wanted: (Name | undefined)[],
  choices: readonly { name: Name; available: boolean }[] | undefined,
): Name | undefined {
  const known = wanted.filter((name) => name !== undefined)
  if (!choices) return known[0]
  const available = choices.flatMap((choice) => (choice.available ? [choice.name] : []))
  return known.find((name) => available.includes(name)) ?? available[0]
}
