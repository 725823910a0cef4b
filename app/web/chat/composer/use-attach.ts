import { useEffect } from 'react'
import { m } from '~/paraglide/messages'
import { toast } from '~/ui/toast.ts'
import { withinUploadLimit } from '~/web/files/upload/limits.ts'
import { useUploads } from '~/web/files/upload/use-uploads.ts'
import { useMe } from '~/web/session/me.ts'
import { fitting, type Limits } from './check-question.ts'
import { type DraftFile, draftFileOf, withFiles } from './draft.ts'
import { problemText } from './problem-text.ts'
import { useDrafts } from './use-draft.ts'
import type { ConversationKey } from '../conversation-key.ts'

/**
 * Attaches files of the member's device to a draft, and uploads them to the private group meanwhile. What does not fit is
 * neither attached nor uploaded, and a toast says why.
 */
export function useAttach(key: ConversationKey, limits: Limits | undefined): (files: File[]) => void {
  const me = useMe()
  const drafts = useDrafts()
  const { add } = useUploads()

  return (files) => {
    const group = me.groups.find(({ type }) => type === 'user')
    if (!group) return void toast.error(m.error_cannot_upload())
    const small = withinUploadLimit(files, limits?.file_bytes)
    const { taken, problems } = limits ? fitting(small, drafts.get(key).files, limits) : { taken: small, problems: [] }
    for (const problem of problems) toast.error(problemText(problem))
    if (taken.length === 0) return
    const uploads = add(
      taken,
      group.id,
      (upload, stored) =>
        drafts.updateAll((draft) => withFiles(draft, (file) => (file.upload === upload ? draftFileOf(stored) : file))),
      'conversation',
    )
    const attached = taken.map(({ name, size, type }, index): DraftFile => {
      const upload = uploads[index]!
      return { upload, name, size, mime_type: type, status: 'uploading', status_reason: null }
    })
    drafts.update(key, (draft) => ({ ...draft, files: [...draft.files, ...attached] }))
  }
}

/** Keeps the drafts up to date about their uploads: which have failed, go on, or were taken off the list. */
export function useUploadStates() {
  const drafts = useDrafts()
  const { uploads } = useUploads()
  useEffect(() => {
    const states = new Map(uploads.map(({ id, state }) => [id, state]))
    drafts.updateAll((draft) =>
      withFiles(draft, (file) => {
        if (file.upload === undefined) return file
        const state = states.get(file.upload)
        const status = state === undefined || state === 'failed' ? 'failed' : 'uploading'
        return status === file.status ? file : { ...file, status }
      }),
    )
  }, [drafts, uploads])
}

/**
 * The files of a paste that are meant as files. Office programs put a picture of the copied cells or text beside the text
 * itself; then it is the text that is meant.
 */
export function pastedFiles({ files, types }: Pick<DataTransfer, 'files' | 'types'>): File[] {
  const isRichText = types.includes('text/plain') && types.includes('text/html')
  return isRichText ? [] : [...files]
}
