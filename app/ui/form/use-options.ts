import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { isComposing } from './composing.ts'

/**
 * The keys of a field that chooses from a list beside it and keeps the focus: a combobox. Up and down go round the options,
 * Enter chooses; a key that confirms or leads an input method never does. `keys` name the options in their order; the one that is
 * marked stays so wherever it moves while others come, so that Enter chooses what was seen.
 */
export function useOptions(keys: readonly string[], onChoose: (key: string) => void) {
  const id = useId()
  const [marked, setMarked] = useState<string>()
  const active = marked !== undefined && keys.includes(marked) ? marked : keys[0]
  if (active !== marked) setMarked(active)

  const optionId = (key: string) => `${id}-${keys.indexOf(key)}`
  const activeId = active === undefined ? undefined : optionId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  /** Whether the key was one of the list's. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (active === undefined || isComposing(event) || event.shiftKey || event.altKey) return false
    if (event.ctrlKey || event.metaKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return false
    event.preventDefault()
    if (step === undefined) onChoose(active)
    else setMarked(keys.at((keys.indexOf(active) + step) % keys.length))
    return true
  }

  return {
    onKeyDown,
    /** Marks the first option again, as after another text was typed. */
    reset: () => setMarked(undefined),
    field: {
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-activedescendant': activeId,
    } as const,
    list: { id, role: 'listbox' },
    option: (key: string) => ({
      id: optionId(key),
      role: 'option',
      'aria-selected': key === active,
      // A list that moves under a pointer at rest marks nothing.
      onPointerMove: () => setMarked(key),
      // The field keeps the focus.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => onChoose(key),
    }),
  }
}
