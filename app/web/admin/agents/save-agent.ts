import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Agent } from '~/contract/agents.ts'
import { m } from '~/paraglide/messages'
import { toast } from '~/ui/toast.ts'
import { chatSettingsQuery } from '~/web/chat/queries.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { updateAgent } from './agents.functions.ts'
import { agentsQuery } from './queries.ts'

/** Switches an agent on or off: shown at once, taken back with a notice if it could not be saved. */
export function useSwitchAgent({ id }: Agent) {
  const queryClient = useQueryClient()
  const show = (enabled: boolean) => patch(queryClient, id, { enabled })
  return useMutation({
    // One after the other, so that the last one pressed is the one that stays.
    scope: { id: `agent-${id}` },
    mutationFn: (enabled: boolean) => updateAgent({ data: { id, change: { enabled } } }),
    onMutate: async (enabled) => {
      await queryClient.cancelQueries({ queryKey: agentsQuery.queryKey })
      show(enabled)
    },
    onSuccess: () => {
      toast.success(m.agents_saved())
      return reload(queryClient)
    },
    onError: (error, enabled) => {
      show(!enabled)
      toast.error(errorMessage(error))
    },
  })
}

/** Saves the rules of the compliance review. */
export async function saveRules(queryClient: QueryClient, { id }: Agent, rules: string[]): Promise<void> {
  const { properties } = await updateAgent({
    data: { id, change: { properties: { type: 'compliance_review_ai', rules } } },
  })
  patch(queryClient, id, { properties })
  toast.success(m.agents_saved())
  await reload(queryClient)
}

function patch(queryClient: QueryClient, id: number, change: Partial<Agent>) {
  queryClient.setQueryData(agentsQuery.queryKey, (agents) =>
    agents?.map((agent) => (agent.id === id ? { ...agent, ...change } : agent)),
  )
}

/** The list, and what the chat offers. */
const reload = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['agents'] }),
    queryClient.invalidateQueries({ queryKey: chatSettingsQuery.queryKey }),
  ])
