import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditsFilter } from './audits-search.ts'
import { countFeedback, getAudit, listActions, listAudits } from './audits.functions.ts'

const intervalOf = ({ start, end }: AuditsFilter) => ({
  ...(start && { created_at_ge: start }),
  ...(end && { created_at_le: end }),
})

/** One page of the chat requests. The last page stays until the next has come. */
export const auditsQuery = (filter: AuditsFilter) => {
  const { page = 1, user, conversation, feedback } = filter
  const query = {
    page,
    ...intervalOf(filter),
    ...(user && { user_id: user }),
    ...(conversation && { conversation_id: conversation }),
    ...(feedback && { feedback }),
  }
  return queryOptions({
    queryKey: ['audits', query],
    queryFn: ({ signal }) => listAudits({ data: query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** How many answers of each agent are thought good, and bad, among the requests of the screen's other filters. */
export const feedbackQuery = (filter: AuditsFilter) => {
  const { user, conversation } = filter
  const query = {
    ...intervalOf(filter),
    ...(user && { user_id: user }),
    ...(conversation && { conversation_id: conversation }),
  }
  return queryOptions({
    queryKey: ['audits', 'feedback', query],
    queryFn: ({ signal }) => countFeedback({ data: query, signal }),
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
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
  })
}

/** One chat request, whole. Only what its user thinks of the answer changes, and its text goes when its time has come. */
export const auditQuery = (id: number) =>
  queryOptions({
    queryKey: ['audit', id],
    queryFn: ({ signal }) => getAudit({ data: { id }, signal }),
  })
