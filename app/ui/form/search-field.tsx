import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { IconButton } from '../button.tsx'
import { isComposing } from './composing.ts'

/** Milliseconds after the last key. */
const debounceMs = 600

interface SearchFieldProps {
  label: string
  /** What is searched for now. */
  value: string
  /** Called 600 ms after the last key, at once on Enter and when the field is cleared; never inside a composition. */
  onSearch: (value: string) => void
  /** The name by which a shortcut finds it. */
  'data-shortcut'?: string
}

/** A search box that searches by itself; Escape clears it. */
export function SearchField({ label, value, onSearch, 'data-shortcut': shortcut }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [composing, setComposing] = useState(false)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)

  // Another value than the one sent comes from elsewhere, as the browser's back button; then replaces what is being typed.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setText(value)
      setSent(value)
    }
  }

  const search = (next: string) => {
    if (next.trim() === sent) return
    setSent(next.trim())
    onSearch(next.trim())
  }
  // The text is that of the last drawing: a timer may be due between a value from elsewhere and its own end.
  const searchTyped = useEffectEvent(() => search(text))

  useEffect(() => {
    if (composing || text.trim() === sent) return
    const timer = setTimeout(() => searchTyped(), debounceMs)
    return () => clearTimeout(timer)
  }, [text, sent, composing])

  // What was typed before the page came to life counts too. Set where it differs alone: React keeps an update that changes
  // nothing, and would apply it after a value from elsewhere.
  const adopt = useEffectEvent((typed: string) => {
    if (typed !== text) setText(typed)
  })
  useEffect(() => adopt(input.current!.value), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') search(text)
    if (event.key === 'Escape' && text) {
      // A dialog around it stays open.
      event.stopPropagation()
      event.preventDefault()
      clear()
    }
  }

  const clear = () => {
    setText('')
    search('')
    input.current?.focus()
  }

  return (
    <div role="search" className="relative">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={onKeyDown}
        data-shortcut={shortcut}
        className="h-10 w-full rounded-md border border-line bg-surface pr-10 pl-9 text-[15px] outline-none transition-shadow placeholder:text-faint focus:border-accent focus:ring-3 focus:ring-accent/20 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <IconButton label={m.search_clear()} onClick={clear} className="absolute top-0.5 right-0.5">
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
