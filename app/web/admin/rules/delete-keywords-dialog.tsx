import { useQueryClient } from '@tanstack/react-query'
import type { BlockedKeyword } from '~/contract/keywords.ts'
import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx'
import { toast } from '~/ui/toast.ts'
import { deleteMany } from '~/web/admin/delete-many.ts'
import { namesOf } from '~/web/files/names.ts'
import { useLast } from '~/web/files/use-last.ts'
import { deleteKeyword } from './keywords.functions.ts'
import { refreshKeywords } from './queries.ts'

interface DeleteKeywordsDialogProps {
  /** What to delete; nothing, no dialog. */
  keywords: readonly BlockedKeyword[]
  onDeleted: (deleted: BlockedKeyword[]) => void
  onClose: () => void
}

/** Asks before keywords are allowed again, and tells afterwards which could not be deleted. */
export function DeleteKeywordsDialog({ keywords, onDeleted, onClose }: DeleteKeywordsDialogProps) {
  const queryClient = useQueryClient()
  const asked = useLast(keywords.length > 0, keywords) ?? keywords

  const confirm = async () => {
    const failed = await deleteMany(keywords, (id) => deleteKeyword({ data: { id } }))
    await refreshKeywords(queryClient)
    const deleted = keywords.filter((keyword) => !failed.includes(keyword))
    onDeleted(deleted)
    if (failed.length > 0) toast.error(m.rules_delete_failed({ keywords: wordsOf(failed) }))
    else toast.success(deleted.length === 1 ? m.rules_deleted_one() : m.rules_deleted_many({ count: deleted.length }))
  }

  return (
    <ConfirmDialog
      open={keywords.length > 0}
      title={m.rules_delete_title()}
      text={question(asked)}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

const question = (keywords: readonly BlockedKeyword[]) =>
  keywords.length === 1
    ? m.rules_delete_one({ keyword: keywords[0]!.keyword })
    : m.rules_delete_many({ count: keywords.length, keywords: wordsOf(keywords) })

const wordsOf = (keywords: readonly BlockedKeyword[]) => namesOf(keywords.map(({ keyword }) => ({ name: keyword })))
