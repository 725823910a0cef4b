import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Group } from '~/contract/users.ts'
import type { FilesFilter } from './files-search.ts'
import { getContent, getFile, getPreview, getThumbnail, listFiles } from './files.functions.ts'
import { groupIdsOf } from './groups.ts'
import { isInProgress } from './in-progress.ts'

const pageSize = 20
const pollInterval = 2000

/**
 * One page of the file library (20 files). The last page stays until the next has come; while a listed file is in
 * progress the list is asked for again every two seconds.
 */
export const filesQuery = ({ page = 1, name, groups }: FilesFilter, mine: Group[]) => {
  const group_ids = groupIdsOf(groups, mine)
  const query = { page, page_size: pageSize, ...(name && { name }), ...(group_ids && { group_ids }) }
  return queryOptions({
    queryKey: ['files', query],
    queryFn: ({ signal }) => listFiles({ data: query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.data.some(isInProgress) && pollInterval,
  })
}

/** The files to choose from, more of them on demand; kept up to date as the library is. */
export const filesToChooseQuery = ({ name, groups }: Omit<FilesFilter, 'page'>, mine: Group[]) => {
  const group_ids = groupIdsOf(groups, mine)
  const query = { page_size: pageSize, ...(name && { name }), ...(group_ids && { group_ids }) }
  return infiniteQueryOptions({
    queryKey: ['files', 'to-choose', query],
    queryFn: ({ pageParam, signal }) => listFiles({ data: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.pages.some(({ data }) => data.some(isInProgress)) && pollInterval,
  })
}

/** One file, asked for again every second until it is processed. */
export const fileQuery = (id: number) =>
  queryOptions({
    queryKey: ['file', id],
    queryFn: ({ signal }) => getFile({ data: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data && isInProgress(state.data) && 1000,
  })

/** Every list of files is out of date: something was added or deleted. */
export const refreshFiles = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['files'] })

/** What shows a file. Its signed address holds for five minutes, so it is not kept longer than that. */
export const previewQuery = (fileId: number) =>
  queryOptions({
    queryKey: ['preview', fileId],
    queryFn: () => getPreview({ data: { id: fileId } }),
    staleTime: 4 * 60_000,
    gcTime: 4 * 60_000,
    // A file that is still on its way is shown as soon as it can be.
    refetchInterval: ({ state }) => state.data?.state === 'pending' && pollInterval,
    // A new address would reload the document and lose the reader's place.
    refetchOnReconnect: false,
  })

/** An address at which a picture can be shown for five minutes, and its pixels; null for a file that is no picture. */
export const attachedPictureQuery = (fileId: number) =>
  queryOptions({
    queryKey: ['attached-picture', fileId],
    queryFn: async () => {
      const { file, state } = await getPreview({ data: { id: fileId } })
      const isPicture = typeof state === 'object' && state.kind === 'image'
      return isPicture ? { url: state.url, width: file.width, height: file.height } : null
    },
    staleTime: 4 * 60_000,
    gcTime: 4 * 60_000,
    // A picture on the screen would be loaded again.
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

export const contentQuery = (fileId: number) =>
  queryOptions({
    queryKey: ['file-content', fileId],
    queryFn: ({ signal }) => getContent({ data: { id: fileId }, signal }),
  })

/** A picture of a file, as the address that an image takes. It never changes. */
export const thumbnailQuery = (fileId: number) =>
  queryOptions({
    queryKey: ['file-thumbnail', fileId],
    queryFn: async ({ signal }) => {
      const { thumbnail } = await getThumbnail({ data: { id: fileId }, signal })
      return `data:image/webp;base64,${thumbnail}`
    },
    staleTime: Infinity,
  })
