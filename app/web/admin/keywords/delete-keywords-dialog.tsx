import { useQueryClient } from '@tanstack/react-query'
import type { BlockedKeyword } from '~/contract/keywords.ts'
import { m } from '~/paraglide/messages'
import { DeleteRowsDialog } from '~/web/tables/delete-rows-dialog.tsx'
import { deleteKeyword } from './keywords.functions.ts'
import { refreshKeywords } from './queries.ts'

interface DeleteKeywordsDialogProps {
  /** What to delete; nothing, no dialog. */
  keywords: readonly BlockedKeyword[]
  onDeleted: (deleted: BlockedKeyword[]) => void
  onClose: () => void
}

/** Asks before keywords are allowed again. */
export function DeleteKeywordsDialog({ keywords, onDeleted, onClose }: DeleteKeywordsDialogProps) {
  const queryClient = useQueryClient()
  return (
    <DeleteRowsDialog
      rows={keywords}
      nameOf={({ keyword }) => keyword}
      words={{
        title: m.keywords_delete_title(),
        askOne: (keyword) => m.keywords_delete_one({ keyword }),
        askMany: (count, names) => m.keywords_delete_many({ count, keywords: names }),
        deletedOne: m.keywords_deleted_one(),
        deletedMany: (count) => m.keywords_deleted_many({ count }),
      }}
      remove={(id) => deleteKeyword({ data: { id } })}
      onDeleted={async (deleted) => {
        await refreshKeywords(queryClient)
        onDeleted(deleted)
      }}
      onClose={onClose}
    />
  )
}
