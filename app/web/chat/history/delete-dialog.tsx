import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Conversation } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { removeConversation } from './changes.ts'

export interface DeleteDialogProps {
  /** What to delete; nothing, no dialog. */
  conversation: Conversation | null
  onDeleted: (conversation: Conversation) => void
  onClose: () => void
}

/** Asks before a conversation is deleted. */
export function DeleteDialog({ conversation, onDeleted, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  // The words stay while the dialog fades out.
  const [asked, setAsked] = useState(conversation)
  if (conversation && conversation !== asked) setAsked(conversation)

  const remove = async () => {
    if (!asked) return
    try {
      await removeConversation(queryClient, asked)
    } catch (error) {
      return void toast.error(errorMessage(error))
    }
    toast.success(m.history_deleted())
    onDeleted(asked)
  }

  return (
    <ConfirmDialog
      open={conversation !== null}
      title={m.history_delete_title()}
      text={m.history_delete_text({ title: asked?.title ?? '' })}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
