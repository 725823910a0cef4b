import { idIn, pageIn, textIn } from '~/ui/search-params.ts'

/** The orders other than the default, which is the latest id first. */
const sorts = ['id', 'created', '-created'] as const
type UsersSort = (typeof sorts)[number]

/** Reads an order; undefined for the default and for what is none. */
export const sortOf = (value: unknown): UsersSort | undefined => sorts.find((sort) => sort === value)

/** What the screen lists. Left out is the default: the first page, any address, the latest first. */
export interface UsersFilter {
  page?: number | undefined
  email?: string | undefined
  sort?: UsersSort | undefined
}

/** The address of the users' screen: what is listed, and whose details are open. */
export interface UsersSearch extends UsersFilter {
  /** The user whose details are open. */
  user?: number | undefined
}

/**
 * Reads it from an address; a bad value is the default, never an error. Every key is given, as a router keeps what a
 * route does not name.
 */
export function usersSearch({ page, email, sort, user }: Record<string, unknown>): UsersSearch {
  return {
    page: pageIn(page),
    email: textIn(email, 254),
    sort: sortOf(sort),
    user: idIn(user),
  }
}
