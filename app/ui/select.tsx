import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, startTransition, Suspense, useId, useState } from 'react'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
  description?: string
  disabled?: boolean
}

export interface SelectProps<Value extends string> {
  label: string
  value: Value
  options: SelectOption<Value>[]
  onChange: (value: Value) => void
}

const load = () => import('./select-popup.tsx')
const SelectPopup = lazy(load) as unknown as <Value extends string>(props: SelectProps<Value>) => ReactNode

export const selectStyle =
  'inline-flex h-9 max-w-44 min-w-0 items-center gap-1.5 rounded-md px-2 text-sm text-muted transition-colors hover:bg-sunken hover:text-ink sm:px-2.5 [&_svg]:size-4 [&_svg]:shrink-0'

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

/** What is chosen, as the closed picker shows it. */
export function Chosen<Value extends string>({ value, options }: Pick<SelectProps<Value>, 'value' | 'options'>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <>
      {chosen?.icon}
      <span className="truncate">{chosen?.label ?? value}</span>
      <ChevronDown aria-hidden className="text-faint" />
    </>
  )
}
