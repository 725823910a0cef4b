import type { AgentType } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Agent } from './agent.ts'
import { analysisAi } from './analysis-ai.ts'
import { autoAi } from './auto-ai.ts'
import { chatAi } from './chat-ai.ts'
import { dataExtractionAi } from './data-extraction-ai.ts'
import { searchAi } from './search-ai.ts'

/** The agents of this installation. A new one is a file here and a line in this list. */
const agents: Partial<Record<AgentType, Agent>> = {
  auto_ai: autoAi,
  chat_ai: chatAi,
  search_ai: searchAi,
  analysis_ai: analysisAi,
  data_extraction_ai: dataExtractionAi,
}

export const isInstalled = (type: AgentType): boolean => agents[type] !== undefined

/** @throws ApiError `unavailable_agent` */
export function agentOf(type: AgentType): Agent {
  const agent = agents[type]
  if (!agent) throw new ApiError('unavailable_agent')
  return agent
}

export type { AgentEvent } from './agent.ts'
