import { queryOptions } from '@tanstack/react-query'
import { getSession } from './session.functions.ts'

/** Who the caller is. Asked once; signing in, signing out and an expired session replace it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => getSession(),
  staleTime: Infinity,
  gcTime: Infinity,
})
