import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { StoredFile } from '~/contract/files.ts'
import { createListeners } from '~/ui/listeners.ts'
import { retryImport } from '~/ui/retry-import.ts'
import { isRecognisable } from './recognisable.ts'
import type { Wanted } from './recognise-file.ts'

/** Reading one file's text from its pictures. Before its turn has come, and its document is open, no page is known. */
export interface Recognition {
  page?: number
  pages?: number
  stop: () => void
}

const recognitions = new Map<number, Recognition>()
const changes = createListeners()

const loadRecogniser = retryImport(() => import('./recognise-file.ts'))

/** How far reading a file is; undefined where it is not read. */
export const useRecognition = (fileId: number | undefined): Recognition | undefined =>
  useSyncExternalStore(
    changes.subscribe,
    () => recognitions.get(fileId ?? 0),
    () => undefined,
  )

/** The files that are read or wait for it; the same until one begins or ends. */
export const useRecognitions = () => useSyncExternalStore(changes.subscribe, running, () => '')
const running = () => [...recognitions.keys()].join(' ')

/** A file as those see it who wait for its text: while it is read here it is not processed. */
export const withRecognition = (file: StoredFile): StoredFile =>
  recognitions.has(file.id) && isRecognisable(file) ? { ...file, status: 'pending', status_reason: null } : file

export function useWithRecognition(file: StoredFile): StoredFile {
  useRecognition(file.id)
  return withRecognition(file)
}

/** Reads a file's text in this browser, after those before it, and has it stored. It ends with the page view. */
export async function recogniseText(queryClient: QueryClient, wanted: Wanted): Promise<void> {
  const { id } = wanted.file
  if (recognitions.has(id)) return
  const controller = new AbortController()
  const { signal } = controller
  const stop = () => {
    controller.abort()
    // It may be waiting for others; whoever stopped it does not have to.
    change(id, undefined)
  }
  change(id, { stop })
  try {
    const { recogniseFile } = await loadRecogniser()
    const onPage = (page: number, pages: number) => !signal.aborted && change(id, { page, pages, stop })
    await recogniseFile(wanted, { queryClient, signal, onPage })
  } finally {
    if (!signal.aborted) change(id, undefined)
  }
}

export function stopRecognitions() {
  for (const { stop } of recognitions.values()) stop()
}

function change(id: number, recognition: Recognition | undefined) {
  if (recognition) recognitions.set(id, recognition)
  else recognitions.delete(id)
  changes.notify()
}
