import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Site } from '~/contract/webpages.ts'
import { listSites, listWebpages } from './webpages.functions.ts'
import type { WebpagesSearch } from './webpages-search.ts'

/** Webpages on one page. */
const pageSize = 20
const pollInterval = 2000

export const isUnderWay = ({ status }: Pick<Site, 'status'>) => status === 'pending' || status === 'crawling'

/** The sites, asked for again every two seconds while one is crawled. */
export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: ({ signal }) => listSites({ signal }),
  refetchInterval: ({ state }) => state.data?.data.some(isUnderWay) && pollInterval,
})

/**
 * One page of the crawled pages. The last page stays until the next has come; while a listed one is processed the list is
 * asked for again.
 */
export const webpagesQuery = ({ page = 1, name }: WebpagesSearch) => {
  const query = { page, page_size: pageSize, ...(name && { name }) }
  return queryOptions({
    queryKey: ['webpages', query],
    queryFn: ({ signal }) => listWebpages({ data: query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.data.some(({ status }) => status === 'pending') && pollInterval,
  })
}

/** The sites and their pages are out of date: a site was added, removed or is crawled. */
export const refreshSites = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['sites'] }),
    queryClient.invalidateQueries({ queryKey: ['webpages'] }),
  ])
