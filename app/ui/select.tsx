import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages'

export interface SelectOption<Value extends string> {
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

/** A compact picker; what cannot be chosen is shown and says so. */
export function Select<Value extends string>({ label, value, options, onChange }: SelectProps<Value>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Base.Root value={value} onValueChange={(next) => next && onChange(next)}>
      <Base.Trigger
        aria-label={label}
        className="inline-flex h-8 max-w-44 items-center gap-1.5 rounded-md px-2.5 text-sm text-muted transition-colors hover:bg-sunken hover:text-ink [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {chosen?.icon}
        <span className="truncate">{chosen?.label ?? value}</span>
        <ChevronDown aria-hidden className="text-faint" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-40">
          <Base.Popup className="max-h-[min(420px,var(--available-height))] max-w-[min(340px,var(--available-width))] overflow-y-auto rounded-md border border-line bg-raised p-1.5 shadow-overlay outline-none">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="flex cursor-pointer items-start gap-2.5 rounded-sm px-2.5 py-2 text-sm outline-none select-none data-disabled:cursor-default data-disabled:text-faint data-highlighted:bg-sunken [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
              >
                {option.icon && <span className="text-muted">{option.icon}</span>}
                <span className="min-w-0 flex-1">
                  <Base.ItemText className="block">{option.label}</Base.ItemText>
                  {(option.disabled || option.description) && (
                    <span className="block text-xs text-muted">
                      {option.disabled ? m.unavailable() : option.description}
                    </span>
                  )}
                </span>
                <Base.ItemIndicator className="text-accent-text">
                  <Check aria-hidden />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
