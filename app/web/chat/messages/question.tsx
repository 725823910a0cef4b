import { GitBranch, Pencil } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { AttachmentChips } from '../attachment-chips.tsx'
import { useActions } from './actions.ts'
import { useEditDraft } from './edit-draft.ts'
import { EditForm } from './edit-form.tsx'
import { LongText } from './long-text.tsx'
import { type QuestionMessage } from './messages.ts'
import { secondaryActions } from './secondary-actions.ts'

interface QuestionProps {
  message: QuestionMessage
  /** Only the last question can be asked again in its place. */
  last: boolean
}

/** What a person asked, at the right, and what can be done with it. */
export const Question = memo(function Question({ message: { id, text, attachments }, last }: QuestionProps) {
  const { askAgain } = useActions()
  const edit = useEditDraft(last ? id : null)
  const editButton = useFocusOnReturn(edit.text !== null)

  const submit = async (changed: string) => {
    edit.close()
    try {
      await askAgain(changed.trim())
      edit.forget()
    } catch (error) {
      edit.write(changed)
      toast.error(errorMessage(error))
    }
  }

  return (
    <article aria-label={m.message_you()} className="group flex flex-col items-end">
      {last && edit.text !== null ? (
        <EditForm
          text={edit.text}
          onText={edit.write}
          onSubmit={() => submit(edit.text ?? '')}
          onCancel={edit.forget}
        />
      ) : (
        <div className="max-w-[85%] rounded-xl rounded-br-sm bg-accent-soft px-4 py-2.5 sm:max-w-[75%]">
          <LongText text={text} />
        </div>
      )}
      {attachments.length > 0 && (
        <div className="mt-2 max-w-[85%]">
          <AttachmentChips attachments={attachments} />
        </div>
      )}
      <div className={secondaryActions(last)}>
        {id !== null && edit.text === null && (
          <>
            <BranchButton questionId={id} />
            {last && (
              <IconButton ref={editButton} label={m.message_edit()} className="size-8" onClick={() => edit.write(text)}>
                <Pencil aria-hidden />
              </IconButton>
            )}
          </>
        )}
      </div>
    </article>
  )
})

function BranchButton({ questionId }: { questionId: number }) {
  const { branch } = useActions()
  return (
    <IconButton
      label={m.message_branch()}
      className="size-8"
      onClick={() => branch(questionId).catch((error: unknown) => toast.error(errorMessage(error)))}
    >
      <GitBranch aria-hidden />
    </IconButton>
  )
}

/** The button that opened the form has the focus again when that has closed. */
function useFocusOnReturn(open: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus()
    wasOpen.current = open
  }, [open])
  return button
}
