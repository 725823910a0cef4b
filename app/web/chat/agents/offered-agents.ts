import { useQuery } from '@tanstack/react-query'
import type { ChatSettings } from '~/contract/chat.ts'
import { chatSettingsQuery, enabledAgentsQuery } from '../queries.ts'

/** What can be chosen, without the agents that are switched off; all are named as long as it is not known which. */
export function useOffered(): ChatSettings | undefined {
  const { data: settings } = useQuery(chatSettingsQuery)
  const { data: enabled } = useQuery(enabledAgentsQuery)
  if (!settings || !enabled) return settings
  return { ...settings, pipelines: settings.pipelines.filter(({ name }) => enabled.includes(name)) }
}

/** Whether it is known that no agent can be chosen: all are switched off, or those that are on cannot run here. */
export const hasNoAgents = (offered: ChatSettings | undefined) =>
  offered !== undefined && !offered.pipelines.some(({ available }) => available)
