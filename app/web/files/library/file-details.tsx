import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { hasCode } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '~/ui/dialog/dialog.tsx'
import { Loader } from '~/ui/loader.tsx'
import { useMe } from '~/web/session/me.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { FileMetadata } from './file-metadata.tsx'
import { FileForm } from './file-form.tsx'
import { mayChange } from '../groups.ts'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
import { fileQuery } from '../queries.ts'
import { useFileChanges } from './use-file-changes.ts'
import { useLast } from '~/ui/dialog/use-last.ts'

interface FileDetailsProps {
  /** The file of the address; none, no dialog. */
  fileId: number | undefined
  /** The same file as a list has it, to show until its details have come. */
  listed: StoredFile | undefined
  /** Something else lies over the page: the dialog waits, and what was typed with it. */
  covered: boolean
  onClose: (options?: { ignoreBlocker: boolean }) => void
  onPreview: (file: StoredFile) => void
  onShowContent: (file: StoredFile) => void
  onDeleted: (files: StoredFile[]) => void
}

/** A file's details, with what its member may change. Nothing that was typed is lost unasked, wherever the address goes. */
export function FileDetails({ fileId, listed, covered, onClose, onDeleted, ...actions }: FileDetailsProps) {
  const me = useMe()
  const { data, error, refetch } = useQuery({
    ...fileQuery(fileId ?? 0),
    enabled: fileId !== undefined,
    ...(listed && { placeholderData: listed }),
  })
  const file = useLast(fileId !== undefined, data)
  const changes = useFileChanges(fileId === undefined ? undefined : file)
  const [deleting, setDeleting] = useState<StoredFile[]>([])
  const form = useId()
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => changes.changed && (next.search as { file?: number }).file !== fileId,
    enableBeforeUnload: changes.changed,
    withResolver: true,
  })

  const writable = file !== undefined && mayChange(me, file)
  return (
    <Dialog
      open={fileId !== undefined && !covered}
      onClose={onClose}
      title={m.file_details_title()}
      actions={
        writable && (
          <>
            <Button variant="ghost" className="mr-auto" onClick={() => setDeleting([file])}>
              <Trash2 aria-hidden className="size-4" />
              {m.delete()}
            </Button>
            <Button type="submit" form={form} variant="primary" busy={changes.saving} disabled={!changes.savable}>
              {m.file_save()}
            </Button>
          </>
        )
      }
    >
      {file ? (
        <div className="grid gap-5">
          <FileForm id={form} file={file} writable={writable} changes={changes} />
          <FileMetadata file={file} writable={writable} {...actions} />
        </div>
      ) : error ? (
        <LoadFailure text={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <Loader />
      )}
      <DeleteDialog
        files={deleting}
        onDeleted={(files) => {
          onDeleted(files)
          if (files.length > 0) onClose({ ignoreBlocker: true })
        }}
        onClose={() => setDeleting([])}
      />
      <ConfirmDialog
        open={leaving.status === 'blocked'}
        title={m.file_discard_title()}
        text={m.file_discard_text()}
        onConfirm={async () => {
          changes.forget()
          leaving.proceed?.()
        }}
        onClose={() => leaving.reset?.()}
      />
    </Dialog>
  )
}

const failureText = (error: Error) => (hasCode(error, 'does_not_exist') ? m.file_gone() : m.file_details_failed())
