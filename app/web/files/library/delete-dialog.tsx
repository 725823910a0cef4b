import { useQueryClient } from '@tanstack/react-query'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { DeleteRowsDialog } from '~/web/tables/delete-rows-dialog.tsx'
import { deleteFile } from '../files.functions.ts'
import { markDeleted } from '../deleted-files.ts'
import { refreshFiles } from '../queries.ts'

export interface DeleteDialogProps {
  /** What to delete; nothing, no dialog. */
  files: readonly StoredFile[]
  onDeleted: (deleted: StoredFile[]) => void
  onClose: () => void
}

/** Asks before files are deleted. */
export function DeleteDialog({ files, onDeleted, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  return (
    <DeleteRowsDialog
      rows={files}
      nameOf={({ name }) => name}
      words={{
        title: m.files_delete_title(),
        askOne: (name) => m.files_delete_one({ name }),
        askMany: (count, names) => m.files_delete_many({ count, names }),
        deletedOne: m.files_deleted_one(),
        deletedMany: (count) => m.files_deleted_many({ count }),
      }}
      remove={(id) => deleteFile({ data: { id } })}
      onDeleted={async (deleted) => {
        await refreshFiles(queryClient)
        markDeleted(deleted.map(({ id }) => id))
        onDeleted(deleted)
      }}
      onClose={onClose}
    />
  )
}
