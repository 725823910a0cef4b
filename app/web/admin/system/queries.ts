import { queryOptions } from '@tanstack/react-query'
import { getSystem } from './system.functions.ts'

/** Milliseconds between two looks while the page is seen; a hidden one does not look. */
const interval = 30_000

/** How the product is. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => getSystem({ signal }),
  staleTime: 5000,
  refetchInterval: interval,
  refetchOnWindowFocus: true,
})
