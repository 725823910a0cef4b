import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '~/contract/errors.ts'
import type { AuditsFilter } from './audits-search.ts'
import { getAudit, listActions, listAudits } from './audits.functions.ts'

/** That a request cannot be answered is an answer; only what may pass is tried again. */
const retry = (failures: number, error: Error) => failures < 1 && !(error instanceof ApiError && error.status < 500)

const intervalOf = ({ start, end }: AuditsFilter) => ({
  ...(start && { created_at_ge: start }),
  ...(end && { created_at_le: end }),
})

/** One page of the chat requests. The last page stays until the next has come. */
export const auditsQuery = (filter: AuditsFilter) => {
  const { page = 1, user, conversation } = filter
  const query = {
    page,
    ...intervalOf(filter),
    ...(user && { user_id: user }),
    ...(conversation && { conversation_id: conversation }),
  }
  return queryOptions({
    queryKey: ['audits', query],
    queryFn: ({ signal }) => listAudits({ data: query, signal }),
    placeholderData: keepPreviousData,
    retry,
  })
}

/** One page of what admins did. */
export const actionsQuery = (filter: AuditsFilter) => {
  const { page = 1, user } = filter
  const query = { page, ...intervalOf(filter), ...(user && { user_id: user }) }
  return queryOptions({
    queryKey: ['actions', query],
    queryFn: ({ signal }) => listActions({ data: query, signal }),
    placeholderData: keepPreviousData,
    retry,
  })
}

/** One chat request, whole. It never changes. */
export const auditQuery = (id: number) =>
  queryOptions({
    queryKey: ['audit', id],
    queryFn: ({ signal }) => getAudit({ data: { id }, signal }),
    staleTime: Infinity,
    retry,
  })
