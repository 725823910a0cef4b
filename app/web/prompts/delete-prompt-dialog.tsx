import { useQueryClient } from '@tanstack/react-query'
import type { SavedPrompt } from '~/contract/prompts.ts'
import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { unlessGone } from '~/web/errors/unless-gone.ts'
import { deletePrompt } from './prompts.functions.ts'
import { refreshPrompts } from './queries.ts'

interface DeletePromptDialogProps {
  /** Which; nothing, no dialog. */
  prompt: SavedPrompt | undefined
  onClose: () => void
}

/** Asks before a prompt goes. */
export function DeletePromptDialog({ prompt, onClose }: DeletePromptDialogProps) {
  const queryClient = useQueryClient()
  const shown = useLast(prompt !== undefined, prompt)
  const remove = async () => {
    await deletePrompt({ data: { id: prompt!.id } }).catch(unlessGone)
    await refreshPrompts(queryClient)
    toast.success(m.prompts_deleted())
  }
  const title = shown?.title ?? ''
  return (
    <ConfirmDialog
      open={prompt !== undefined}
      onClose={onClose}
      title={m.prompts_delete()}
      text={
        shown?.owner === 'organization' ? m.prompts_delete_for_all({ title }) : m.prompts_delete_question({ title })
      }
      onConfirm={remove}
      describeError={errorMessage}
    />
  )
}
