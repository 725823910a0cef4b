import {
  FileSearch,
  Languages,
  type LucideIcon,
  MessageCircle,
  Palette,
  ScanSearch,
  ShieldCheck,
  Sparkles,
  Table2,
  TableProperties,
} from 'lucide-react'
import type { AgentType } from '~/contract/chat.ts'
import { m } from '~/paraglide/messages'

interface AgentLook {
  icon: LucideIcon
  name: () => string
  description: () => string
}

/** How each agent looks and is called. */
export const agentLooks: Record<AgentType, AgentLook> = {
  auto_ai: { icon: Sparkles, name: m.agent_auto_ai, description: m.agent_auto_ai_description },
  chat_ai: { icon: MessageCircle, name: m.agent_chat_ai, description: m.agent_chat_ai_description },
  search_ai: { icon: FileSearch, name: m.agent_search_ai, description: m.agent_search_ai_description },
  analysis_ai: { icon: ScanSearch, name: m.agent_analysis_ai, description: m.agent_analysis_ai_description },
  file_transformation_ai: {
    icon: Languages,
    name: m.agent_file_transformation_ai,
    description: m.agent_file_transformation_ai_description,
  },
  data_extraction_ai: {
    icon: TableProperties,
    name: m.agent_data_extraction_ai,
    description: m.agent_data_extraction_ai_description,
  },
  data_analysis_ai: { icon: Table2, name: m.agent_data_analysis_ai, description: m.agent_data_analysis_ai_description },
  compliance_review_ai: {
    icon: ShieldCheck,
    name: m.agent_compliance_review_ai,
    description: m.agent_compliance_review_ai_description,
  },
  creative_ai: { icon: Palette, name: m.agent_creative_ai, description: m.agent_creative_ai_description },
}
