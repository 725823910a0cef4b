import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listNotices } from './notices.functions.ts'

/** The notices that have not ended. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async ({ signal }) => (await listNotices({ signal })).data,
})

/** One was added or taken back. */
export const refreshNotices = (queryClient: QueryClient) => queryClient.invalidateQueries(noticesQuery)
