import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listApiKeys } from './api-keys.functions.ts'

/** One's own keys. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys', 'own'],
  queryFn: ({ signal }) => listApiKeys({ signal }),
})

/** Every list of keys is out of date: one was made or revoked. */
export const refreshApiKeys = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['api-keys'] })
