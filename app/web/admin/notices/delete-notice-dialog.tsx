import { useQueryClient } from '@tanstack/react-query'
import type { Notice } from '~/contract/notices.ts'
import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { unlessGone } from '~/web/errors/unless-gone.ts'
import { deleteNotice } from './notices.functions.ts'
import { refreshNotices } from './queries.ts'

interface DeleteNoticeDialogProps {
  /** Which; nothing, no dialog. */
  notice: Notice | undefined
  onClose: () => void
}

/** Asks before a notice is taken back. */
export function DeleteNoticeDialog({ notice, onClose }: DeleteNoticeDialogProps) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await deleteNotice({ data: { id: notice!.id } }).catch(unlessGone)
    await refreshNotices(queryClient)
    toast.success(m.notices_deleted())
  }
  return (
    <ConfirmDialog
      open={notice !== undefined}
      onClose={onClose}
      title={m.notices_delete()}
      text={m.notices_delete_question()}
      onConfirm={remove}
      describeError={errorMessage}
    />
  )
}
