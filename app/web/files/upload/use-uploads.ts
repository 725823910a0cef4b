import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { directUploadThreshold } from '~/contract/defaults.ts'
import { m } from '~/paraglide/messages'
import { localStore } from '~/ui/browser-storage.ts'
import { retryImport } from '~/ui/retry-import.ts'
import { toast } from '~/ui/toast.ts'
import { onForgotten } from '~/web/session/forgotten.ts'
import { refreshFiles } from '../queries.ts'
import { mayBeScan } from '../recognition/recognisable.ts'
import { recogniseText, stopRecognitions } from '../recognition/recognitions.ts'
import { browserConnection } from './connection.ts'
import { sendDirectly } from './send-directly.ts'
import { createUploadMemory } from './memory.ts'
import { createUploadQueue, isActive, type Upload, type UploadOutcome, type UploadQueue } from './queue.ts'

const loadLargeUploads = retryImport(() => import('./large-uploads.ts'))

/** A query cache is a page view, and on the server a request: uploads go on while the user is on other pages. */
const queues = new WeakMap<QueryClient, UploadQueue>()

const none: readonly Upload[] = []
/** What the server draws, and so each part of the page as long as it is taken over. */
const noUploads = () => none

/** The uploads of this page view, and how to add to them. */
export function useUploads() {
  const queue = queueOf(useQueryClient())
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads, noUploads)
  const { add, remove, retry } = queue
  return { uploads, add, remove, retry }
}

function queueOf(queryClient: QueryClient): UploadQueue {
  const known = queues.get(queryClient)
  if (known) return known
  const refresh = () => void refreshFiles(queryClient)
  const queue = createUploadQueue({
    send: async (upload) => {
      if (upload.file.size < directUploadThreshold) return sendDirectly(upload, browserConnection)
      return (await loadLargeUploads()).largeUploads.send(upload)
    },
    discard: async (fileId) => {
      const { largeUploads } = await loadLargeUploads()
      // What cannot be deleted now the provider sweeps away.
      await largeUploads.discard(fileId).then(refresh, () => {})
    },
    onStored: (file) => {
      refresh()
      if (mayBeScan(file)) void recogniseText(queryClient, { file, uploaded: true })
    },
    onFinished: tell,
  })
  queues.set(queryClient, queue)
  if (typeof window !== 'undefined') {
    askBeforeLeaving(queue)
    // Logging out removes everything.
    onForgotten(() => {
      queue.clear()
      stopRecognitions()
      createUploadMemory(localStore).forgetAll()
    })
  }
  return queue
}

/** The browser asks whether to leave the page while files are still to arrive, and only then: such a listener has its price. */
function askBeforeLeaving(queue: UploadQueue) {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  queue.subscribe(() => {
    if (queue.uploads().some(isActive)) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  })
}

/** Shows how a round of uploads ended: nothing stored is an error, some failed a warning, all stored a success. */
function tell({ stored, failed }: UploadOutcome) {
  if (stored === 0) toast.error(m.upload_nothing_returned())
  else if (failed > 0) toast.error(m.upload_partial({ succeeded: stored, failed }))
  else toast.success(stored === 1 ? m.upload_succeeded_one() : m.upload_succeeded({ count: stored }))
}
