import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Conversation } from '~/contract/conversations.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { changeConversation } from './changes.ts'

/** What is being done with which conversation, and what can be; the actions stay the same from render to render. */
export function useRowActions() {
  const queryClient = useQueryClient()
  const [renaming, setRenaming] = useState<number | null>(null)
  const [deleting, setDeleting] = useState<Conversation | null>(null)

  const actions = useMemo(() => {
    const change = (conversation: Conversation, change: { title: string } | { favorite: boolean }) =>
      changeConversation(queryClient, conversation, change).catch((error: unknown) => toast.error(errorMessage(error)))
    return {
      onFavorite: (conversation: Conversation) => void change(conversation, { favorite: !conversation.favorite }),
      onRename: ({ id }: Conversation) => setRenaming(id),
      onRenameCancelled: () => setRenaming(null),
      onRenamed: (conversation: Conversation, title: string) => {
        setRenaming(null)
        // The same title makes no call.
        if (title !== conversation.title) void change(conversation, { title })
      },
      onDelete: setDeleting,
    }
  }, [queryClient])

  return {
    actions,
    renaming,
    deleting,
    endDeleting: () => setDeleting(null),
  }
}
