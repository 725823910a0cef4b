import { queryOptions } from '@tanstack/react-query'
import { getInvitations, getSession } from './session.functions.ts'

/** Who the caller is. Asked once; signing in, signing out and an expired session replace it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => getSession(),
  staleTime: Infinity,
  gcTime: Infinity,
})

/** The organisations that an account may join; asked again whenever it has to choose. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => getInvitations(),
  staleTime: 0,
})
