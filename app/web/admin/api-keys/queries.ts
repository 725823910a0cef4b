import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getApiKeyPolicy, listAllApiKeys } from './all-api-keys.functions.ts'
import type { AllApiKeysSearch } from './all-api-keys-search.ts'

/** One page of all the organisation's keys. The last page stays until the next has come. */
export const allApiKeysQuery = ({ page = 1 }: AllApiKeysSearch) =>
  queryOptions({
    queryKey: ['api-keys', 'all', page],
    queryFn: ({ signal }) => listAllApiKeys({ data: { page }, signal }),
    placeholderData: keepPreviousData,
  })

/** Whose keys the organisation takes. */
export const policyQuery = queryOptions({
  queryKey: ['api-keys', 'policy'],
  queryFn: ({ signal }) => getApiKeyPolicy({ signal }),
})
