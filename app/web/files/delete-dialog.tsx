import { useQueryClient } from '@tanstack/react-query'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx'
import { toast } from '~/ui/toast.ts'
import { deleteFiles } from './delete-files.ts'
import { markGone } from './gone-files.ts'
import { namesOf } from './names.ts'
import { refreshFiles } from './queries.ts'
import { useLast } from './use-last.ts'

export interface DeleteDialogProps {
  /** What to delete; nothing, no dialog. */
  files: readonly StoredFile[]
  onDeleted: (deleted: StoredFile[]) => void
  onClose: () => void
}

/** Asks before files are deleted, and tells afterwards which could not be. */
export function DeleteDialog({ files, onDeleted, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  const asked = useLast(files.length > 0, files) ?? files

  const confirm = async () => {
    const failed = await deleteFiles(files)
    await refreshFiles(queryClient)
    const deleted = files.filter((file) => !failed.includes(file))
    markGone(deleted.map(({ id }) => id))
    onDeleted(deleted)
    if (failed.length > 0) toast.error(m.files_delete_failed({ names: namesOf(failed) }))
    else toast.success(deleted.length === 1 ? m.files_deleted_one() : m.files_deleted_many({ count: deleted.length }))
  }

  return (
    <ConfirmDialog
      open={files.length > 0}
      title={m.files_delete_title()}
      text={question(asked)}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

const question = (files: readonly StoredFile[]) =>
  files.length === 1
    ? m.files_delete_one({ name: files[0]!.name })
    : m.files_delete_many({ count: files.length, names: namesOf(files) })
