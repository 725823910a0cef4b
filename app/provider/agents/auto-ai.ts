import { ApiError } from '~/contract/errors.ts'
import type { Agent, AgentTask } from './agent.ts'
import { chatAi } from './chat-ai.ts'
import { searchAi } from './search-ai.ts'

/** The agents that it can hand over to. */
export const selectable = ['search_ai', 'chat_ai'] as const
type Selectable = (typeof selectable)[number]

/** Picks an agent by rules and says which. Fails with `unavailable_agent` where none may be asked. */
export const autoAi: Agent = async function* (task) {
  const selected = pick(task)
  if (!selected) throw new ApiError('unavailable_agent')
  yield { selected }
  yield* selected === 'chat_ai' ? chatAi(task) : searchAi(task)
}

/** Small talk, and requests to write something rather than to find it. */
const conversation = [
  /^\s*(hi|hello|hey|thanks|thank you|good (morning|evening|afternoon))\b/i,
  /^\s*(please\s+)?(write|draft|compose|rewrite|rephrase|brainstorm|imagine)\b/i,
  /^\s*(こんにちは|こんばんは|おはよう|ありがとう|はじめまして)/,
  /(書いて|作文して|考えて|言い換えて)(ください|下さい|もらえ|くれ|ほしい|欲しい)?[。！!？?\s]*$/,
]

/**
 * Questions go to the files, as do those with files attached; only conversation goes to the chat. Where that agent is
 * switched off the other one answers, as well as it can.
 */
export function pick({
  question,
  fileIds,
  usableAgents,
}: Pick<AgentTask, 'question' | 'fileIds' | 'usableAgents'>): Selectable | undefined {
  const isTalk = fileIds.length === 0 && conversation.some((pattern) => pattern.test(question))
  const inOrder: Selectable[] = isTalk ? ['chat_ai', 'search_ai'] : ['search_ai', 'chat_ai']
  return inOrder.find((type) => usableAgents.includes(type))
}
