import type { AgentType } from '~/contract/chat.ts'
import type { Agent, AgentTask } from './agent.ts'
import { chatAi } from './chat-ai.ts'
import { searchAi } from './search-ai.ts'

/** Picks an agent by rules and says which. */
export const autoAi: Agent = async function* (task) {
  const selected = pick(task)
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

/** Questions go to the files, as do those with files attached; only conversation goes to the chat. */
export function pick({
  question,
  fileIds,
}: Pick<AgentTask, 'question' | 'fileIds'>): Extract<AgentType, 'chat_ai' | 'search_ai'> {
  if (fileIds.length > 0) return 'search_ai'
  return conversation.some((pattern) => pattern.test(question)) ? 'chat_ai' : 'search_ai'
}
