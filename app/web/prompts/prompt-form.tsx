import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { hasCode } from '~/contract/errors.ts'
import type { SavedPrompt } from '~/contract/prompts.ts'
import { m } from '~/paraglide/messages'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { keepComposing } from '~/ui/form/keep-composing.ts'
import { TextArea } from '~/ui/form/text-area.tsx'
import { TextField } from '~/ui/form/text-field.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { toast } from '~/ui/toast.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { addPrompt, updatePrompt } from './prompts.functions.ts'
import { refreshPrompts } from './queries.ts'

/** The contract's. */
const longestTitle = 60
const longestText = 4000

/** A prompt that is being written; without an id a new one. */
export type EditedPrompt = Omit<SavedPrompt, 'id'> & { id?: number }

interface PromptFormProps {
  /** Which; nothing, no dialog. */
  edited: EditedPrompt | undefined
  onClose: () => void
}

/** Writes a prompt's title and text. */
export function PromptForm({ edited, onClose }: PromptFormProps) {
  const queryClient = useQueryClient()
  const shown = useLast(edited !== undefined, edited)
  const [began, setBegan] = useState(edited)
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  if (edited !== began) {
    setBegan(edited)
    if (edited) {
      setTitle(edited.title)
      setText(edited.text)
    }
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- submitted again after a failure it is the same prompt still
  const headers = useMemo(() => idempotent(), [edited, title, text])

  const save = async () => {
    const content = { title: title.trim(), text: text.trim() }
    const { id, owner } = edited!
    if (id === undefined) await addPrompt({ data: { ...content, owner }, headers })
    else await updatePrompt({ data: { id, content } })
    await refreshPrompts(queryClient)
    toast.success(m.prompts_saved())
  }
  const dialogTitle = shown?.id === undefined ? m.prompts_add() : m.prompts_edit()
  return (
    <FormDialog
      open={edited !== undefined}
      onClose={onClose}
      title={shown?.owner === 'organization' ? m.prompts_for_all({ title: dialogTitle }) : dialogTitle}
      submitLabel={m.save()}
      canSubmit={title.trim() !== '' && text.trim() !== ''}
      onSubmit={save}
      describeError={describeError}
    >
      <TextField
        label={m.prompts_col_title()}
        value={title}
        maxLength={longestTitle}
        autoComplete="off"
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        onKeyDown={keepComposing}
      />
      <TextArea
        label={m.prompts_col_text()}
        value={text}
        rows={8}
        maxLength={longestText}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  )
}

function describeError(error: unknown): string {
  if (hasCode(error, 'already_exists')) return m.prompts_title_taken()
  return hasCode(error, 'quota_exceeded') ? m.prompts_too_many() : errorMessage(error)
}
