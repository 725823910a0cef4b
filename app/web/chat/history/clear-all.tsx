import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { useMe } from '~/web/session/me.ts'
import { removeConversations } from './changes.ts'

/** Deletes all conversations, after a question. `open` is the one that is shown: it is left then. */
export function ClearAll({ count, open }: { count: number; open: number | null }) {
  const me = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)

  const clear = async () => {
    try {
      await removeConversations(queryClient, me)
      toast.success(m.history_cleared())
    } catch (error) {
      return void toast.error(errorMessage(error))
    }
    if (open !== null) await navigate({ to: '/chat/{-$conversationId}', params: { conversationId: undefined } })
  }

  return (
    <>
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="rounded-sm px-1 text-xs text-muted underline-offset-2 hover:text-danger hover:underline pointer-coarse:-my-2 pointer-coarse:py-2"
      >
        {m.history_clear()}
      </button>
      <ConfirmDialog
        open={asking}
        title={m.history_clear_title()}
        text={m.history_clear_text({ count })}
        onConfirm={clear}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
