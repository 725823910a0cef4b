import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { localStore } from '~/ui/browser-storage.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { unlessGone } from '~/web/errors/unless-gone.ts'
import { deleteFile } from '../files.functions.ts'
import { refreshFiles } from '../queries.ts'
import { createUploadMemory, type Unfinished } from './memory.ts'
import { useUploads } from './use-uploads.ts'
import { uploadsInSight } from './upload-locks.ts'

const queryKey = ['interrupted-uploads']

/** What this browser remembers as unfinished and none of its page views is sending. */
const interruptedQuery = queryOptions({
  queryKey,
  queryFn: async (): Promise<Unfinished[]> => {
    const inSight = await uploadsInSight()
    return inSight
      ? createUploadMemory(localStore)
          .all()
          .filter(({ fileId }) => !inSight.has(fileId))
      : []
  },
  // Nothing is asked of the server.
  networkMode: 'always',
  staleTime: 0,
})

/** Uploads that an earlier page view did not finish: they go on when the same file is added again, or are discarded. */
export function useInterruptedUploads() {
  const queryClient = useQueryClient()
  const { uploads } = useUploads()
  const { data = [] } = useQuery(interruptedQuery)
  const { mutate: discard } = useMutation({
    mutationFn: async (fileId: number) => {
      await deleteFile({ data: { id: fileId } }).catch(unlessGone)
      createUploadMemory(localStore).forget(fileId)
    },
    onSuccess: () => refreshFiles(queryClient),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  // Those of this page view have their place in the list of uploads.
  const interrupted = data.filter(({ name, size }) => !uploads.some((one) => one.name === name && one.size === size))
  return { interrupted, discard }
}
