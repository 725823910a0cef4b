import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StoredFile } from '~/contract/files.ts'
import { fileQuery } from '~/web/files/queries.ts'
import { useRecognitions, withRecognition } from '~/web/files/recognition/recognitions.ts'
import { isStored, withFiles } from './draft.ts'
import type { DraftStore } from './draft-store.ts'

/**
 * Asks how far files of the drafts are until they are processed or have failed. A scan that is being read here is not
 * processed before its text is stored.
 */
export default function FilesInProgress({ drafts, ids }: { drafts: DraftStore; ids: number[] }) {
  useRecognitions()
  const results = useQueries({ queries: ids.map(fileQuery) })
  useEffect(() => {
    // A file that cannot be asked for was deleted meanwhile.
    const now = new Map(ids.map((id, index) => [id, results[index]!.error ? gone : current(results[index]!.data)]))
    drafts.updateAll((draft) =>
      withFiles(draft, (file) => {
        const next = isStored(file) ? now.get(file.id) : undefined
        if (!next || next.status === file.status) return file
        return { ...file, status: next.status, status_reason: next.status_reason }
      }),
    )
  })
  return null
}

const gone = { status: 'failed', status_reason: null } as const

const current = (file: StoredFile | undefined) => file && withRecognition(file)
