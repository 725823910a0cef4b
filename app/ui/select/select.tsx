import { type KeyboardEvent, lazy, type ReactNode, startTransition, Suspense, useId, useState } from 'react'
import { retryImport } from '../retry-import.ts'
import { Chosen, type SelectProps, selectStyle } from './select-button.tsx'

const load = retryImport(() => import('./select-popup.tsx'))
const SelectPopup = lazy(load) as unknown as <Value extends string>(props: SelectProps<Value>) => ReactNode

/** A compact picker; what cannot be chosen is shown and says so. Its list is loaded when it is about to be opened. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const [used, setUsed] = useState(false)
  const list = useId()
  const open = () => startTransition(() => setUsed(true))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open()
  }
  const closed = (
    <button
      type="button"
      role="combobox"
      aria-label={props.label}
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-controls={list}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={open}
      onKeyDown={onKeyDown}
      className={selectStyle}
    >
      <Chosen value={props.value} options={props.options} />
    </button>
  )
  if (!used) return closed
  return (
    <Suspense fallback={closed}>
      <SelectPopup {...props} />
    </Suspense>
  )
}
