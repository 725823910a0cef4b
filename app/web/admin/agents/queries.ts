import { queryOptions } from '@tanstack/react-query'
import { listAgents } from './agents.functions.ts'

/** The agents as they are configured; beside those that are switched on under `agents`. */
export const agentsQuery = queryOptions({
  queryKey: ['agents', 'configured'],
  queryFn: ({ signal }) => listAgents({ signal }),
})
