import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { listKeywords } from './keywords.functions.ts'
import type { KeywordsSearch } from './keywords-search.ts'

/** One page of the blocked keywords. The last page stays until the next has come. */
export const keywordsQuery = ({ page = 1, keyword }: KeywordsSearch) => {
  const query = { page, ...(keyword && { keyword }) }
  return queryOptions({
    queryKey: ['keywords', query],
    queryFn: ({ signal }) => listKeywords({ data: query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Every list of keywords is out of date: something was added or deleted. */
export const refreshKeywords = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['keywords'] })
