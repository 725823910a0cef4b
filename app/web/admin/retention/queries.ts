import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshUsers } from '../users/queries.ts'
import { getRetention, listHolds } from './retention.functions.ts'
import type { RetentionSearch } from './retention-search.ts'

/** How often a run that is under way is looked at: milliseconds. */
const pollMs = 5000

/** The periods as they are saved, and the last run. */
export const retentionQuery = queryOptions({
  queryKey: ['retention', 'periods'],
  queryFn: ({ signal }) => getRetention({ signal }),
  refetchInterval: ({ state }) => (state.data?.last_run?.ended_at === null ? pollMs : false),
})

/** One page of the holds. The last page stays until the next has come. */
export const holdsQuery = ({ page = 1 }: RetentionSearch) =>
  queryOptions({
    queryKey: ['retention', 'holds', page],
    queryFn: ({ signal }) => listHolds({ data: { page }, signal }),
    placeholderData: keepPreviousData,
  })

/** Someone was put on hold or released: every list of holds is out of date, and those of users, which show it. */
export const refreshHolds = (queryClient: QueryClient) =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['retention', 'holds'] }), refreshUsers(queryClient)])
