import { useQuery } from '@tanstack/react-query'
import type { ChatSettings } from '~/contract/chat.ts'
import { chatSettingsQuery, enabledAgentsQuery } from '../queries.ts'

/** What can be chosen for a question, and its limits. */
export interface Offered extends Omit<ChatSettings, 'pipelines'> {
  agents: ChatSettings['pipelines']
}

/** What can be chosen, without the agents that are switched off; all are named as long as it is not known which. */
export function useOffered(): Offered | undefined {
  const { data: settings } = useQuery(chatSettingsQuery)
  const { data: enabled } = useQuery(enabledAgentsQuery)
  if (!settings) return undefined
  const { pipelines, ...others } = settings
  return { ...others, agents: enabled ? pipelines.filter(({ name }) => enabled.includes(name)) : pipelines }
}

/** Whether it is known that no agent can be chosen: all are switched off, or those that are on cannot run here. */
export const hasNoAgents = (offered: Offered | undefined) =>
  offered !== undefined && !offered.agents.some(({ available }) => available)
