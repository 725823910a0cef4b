import { type KeyboardEvent, useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { isComposing } from '~/ui/form/composing.ts'
import { toast } from '~/ui/toast.ts'

interface RenameFieldProps {
  title: string
  /** Called with a title that is not empty; it may be the same. */
  onSave: (title: string) => void
  onCancel: () => void
}

/** A title being changed: Enter and leaving the field save, Escape cancels, neither while an input method composes. */
export function RenameField({ title, onSave, onCancel }: RenameFieldProps) {
  const [text, setText] = useState(title)
  const [refused, setRefused] = useState(false)
  // A field that goes away loses the focus, which must not save what was just cancelled.
  const ended = useRef(false)

  const end = (act: () => void) => {
    if (ended.current) return
    ended.current = true
    act()
  }
  const save = () => end(() => onSave(text.trim()))
  const cancel = () => end(onCancel)

  const onKeyDown = (event: KeyboardEvent) => {
    // Arrows move within the text here, not through the list.
    event.stopPropagation()
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      cancel()
    }
    if (event.key === 'Enter') {
      if (text.trim()) return save()
      setRefused(true)
      toast.error(m.history_title_empty())
    }
  }

  return (
    <input
      autoFocus
      aria-label={m.history_title()}
      aria-invalid={refused || undefined}
      autoComplete="off"
      maxLength={500}
      enterKeyHint="done"
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        setText(event.target.value)
        setRefused(false)
      }}
      onKeyDown={onKeyDown}
      onBlur={() => (text.trim() ? save() : cancel())}
      className="h-full w-full rounded-md border border-accent bg-surface px-[11px] text-sm outline-none focus:ring-3 focus:ring-accent/20 aria-invalid:border-danger aria-invalid:ring-danger/20 pointer-coarse:text-base"
    />
  )
}
