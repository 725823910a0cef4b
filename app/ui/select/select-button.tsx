import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  icon?: ReactNode
  description?: string
  disabled?: boolean
  /** Why it would not work now; the closed picker says so, too. */
  warning?: string | undefined
}

export interface SelectProps<Value extends string> {
  label: string
  value: Value
  options: SelectOption<Value>[]
  onChange: (value: Value) => void
}

export const selectStyle =
  'inline-flex h-9 max-w-44 min-w-0 items-center gap-1.5 rounded-md px-2 text-sm text-muted transition-colors hover:bg-sunken hover:text-ink sm:px-2.5 [&_svg]:size-4 [&_svg]:shrink-0'

/** What is chosen, as the closed picker shows it. */
export function Chosen<Value extends string>({ value, options }: Pick<SelectProps<Value>, 'value' | 'options'>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <>
      {chosen?.icon}
      <span className="truncate">{chosen?.label ?? value}</span>
      {chosen?.warning && (
        <span title={chosen.warning} className="font-semibold text-warning">
          <span aria-hidden>!</span>
          <span className="sr-only">{chosen.warning}</span>
        </span>
      )}
      <ChevronDown aria-hidden className="text-faint" />
    </>
  )
}
