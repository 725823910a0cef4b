import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listPrompts } from './prompts.functions.ts'

/** The prompts that the member can ask with: their own, and the organisation's. */
export const promptsQuery = queryOptions({
  queryKey: ['prompts'],
  queryFn: async ({ signal }) => (await listPrompts({ signal })).data,
})

/** They are out of date: one was added, changed or deleted. */
export const refreshPrompts = (queryClient: QueryClient) => queryClient.invalidateQueries(promptsQuery)
