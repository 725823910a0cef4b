import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { m } from '~/paraglide/messages'
import { byteSize } from '~/ui/byte-size.ts'
import { toast } from '~/ui/toast.ts'
import { codeMessage } from '~/web/errors/message.ts'
import { uploadFiles } from './files.functions.ts'
import { namesOf } from './names.ts'
import { refreshFiles } from './queries.ts'
import { createUploadQueue, type OnStored, type Upload, type UploadOutcome, type UploadQueue } from './upload-queue.ts'

/** The largest file that goes by direct upload; the provider holds it in memory. The one place of this limit here. */
export const maxUploadBytes = 32 * 1024 * 1024

/** A query cache is a page view, and on the server a request: uploads go on while the user is on other pages. */
const queues = new WeakMap<QueryClient, UploadQueue>()

/** The uploads of this page view, and how to add to them. */
export function useUploads() {
  const queue = queueOf(useQueryClient())
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads, queue.uploads)
  return {
    uploads,
    add: (files: File[], groupId: number, onStored?: OnStored) =>
      queue.add(withinUploadLimit(files), groupId, onStored),
    remove: queue.remove,
    retry: queue.retry,
  }
}

/** Why an upload failed, in words. */
export function uploadError({ error }: Upload): string {
  if (error === 'no_files') return m.upload_nothing_returned()
  if (error === 'file_too_large') return m.upload_too_large({ limit: byteSize(maxUploadBytes, 0) })
  return codeMessage(error ?? 'cannot_upload')
}

function queueOf(queryClient: QueryClient): UploadQueue {
  let queue = queues.get(queryClient)
  if (!queue) {
    queue = createUploadQueue({ send, onStored: () => void refreshFiles(queryClient), onFinished: tell })
    queues.set(queryClient, queue)
  }
  return queue
}

/** Files over the limit are dropped with a warning that names it (spec, section 5, 'File sizes'). */
export function withinUploadLimit(files: File[]): File[] {
  const oversized = files.filter(({ size }) => size > maxUploadBytes)
  if (oversized.length > 0) {
    toast.error(m.files_too_large({ limit: byteSize(maxUploadBytes, 0), names: namesOf(oversized) }))
  }
  return files.filter(({ size }) => size <= maxUploadBytes)
}

const send: Parameters<typeof createUploadQueue>[0]['send'] = (file, groupId, key, signal) => {
  const data = new FormData()
  data.set('group_id', String(groupId))
  data.set('files', file)
  return uploadFiles({ data, headers: { 'idempotency-key': key }, signal })
}

/** The spec's words (section 5, 'Upload outcomes'). */
function tell({ stored, failed }: UploadOutcome) {
  if (stored === 0) toast.error(m.upload_nothing_returned())
  else if (failed > 0) toast.error(m.upload_partial({ succeeded: stored, failed }))
  else toast.success(stored === 1 ? m.upload_succeeded_one() : m.upload_succeeded({ count: stored }))
}
