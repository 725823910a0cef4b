import type { AgentType } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Agent } from './agent.ts'
import { analysisAi } from './analysis-ai.ts'
import { autoAi } from './auto-ai.ts'
import { chatAi } from './chat-ai.ts'
import { complianceReviewAi } from './compliance-review-ai.ts'
import { creativeAi } from './creative-ai.ts'
import { dataAnalysisAi } from './data-analysis-ai.ts'
import { dataExtractionAi } from './data-extraction-ai.ts'
import { fileTransformationAi } from './file-transformation-ai.ts'
import { searchAi } from './search-ai.ts'

/** The agents that `auto_ai` picks from. A new one is a file here and a line in this list. */
const specialists: Partial<Record<AgentType, Agent>> = {
  chat_ai: chatAi,
  search_ai: searchAi,
  analysis_ai: analysisAi,
  file_transformation_ai: fileTransformationAi,
  data_extraction_ai: dataExtractionAi,
  data_analysis_ai: dataAnalysisAi,
  compliance_review_ai: complianceReviewAi,
  creative_ai: creativeAi,
}

/** The agents of this installation. */
const agents: Partial<Record<AgentType, Agent>> = { auto_ai: autoAi(specialists), ...specialists }

export const isInstalled = (type: AgentType): boolean => agents[type] !== undefined

/** @throws ApiError `unavailable_agent` */
export function agentOf(type: AgentType): Agent {
  const agent = agents[type]
  if (!agent) throw new ApiError('unavailable_agent')
  return agent
}

export type { AgentEvent } from './agent.ts'
