import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { UsersFilter } from './users-search.ts'
import { getUser, listUsers } from './users.functions.ts'

/** One page of the users. The last page stays until the next has come. Ids rise with time, so both sorts are one. */
export const usersQuery = ({ page = 1, email, sort }: UsersFilter) => {
  const rising = sort === 'id' || sort === 'created'
  const query = { page, ...(email && { email }), sort: rising ? 'id' : '-id' } as const
  return queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => listUsers({ data: query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => getUser({ data: { id }, signal }),
    staleTime: 0,
  })

/** Every list of users is out of date: someone was added, changed or deleted. */
export const refreshUsers = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['users'] }),
    queryClient.invalidateQueries({ queryKey: ['user'] }),
  ])
