import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { maxQuestionLength } from '~/contract/defaults.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { isComposing } from '~/ui/form/composing.ts'

interface EditFormProps {
  text: string
  onText: (text: string) => void
  onSubmit: () => void
  onCancel: () => void
}

/** A question's text, to be changed at its place: Enter asks, Shift+Enter breaks the line, Escape leaves it as it was. */
export function EditForm({ text, onText, onSubmit, onCancel }: EditFormProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onSubmit()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
    }
  }
  return (
    <form
      onSubmit={submit}
      className="w-full max-w-[85%] rounded-xl border border-line-strong bg-raised focus-within:border-accent focus-within:ring-3 focus-within:ring-accent/15 max-sm:max-w-full"
    >
      <textarea
        ref={box}
        dir="auto"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        aria-label={m.message_edit_label()}
        maxLength={maxQuestionLength}
        rows={3}
        className="block field-sizing-content max-h-[400px] min-h-[44px] w-full resize-none bg-transparent px-4 pt-3 pb-1 leading-6 outline-none"
      />
      <div className="flex justify-end gap-2 p-2 pt-1">
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {m.cancel()}
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={text.trim() === ''}>
          {m.message_edit_ask()}
        </Button>
      </div>
    </form>
  )
}
