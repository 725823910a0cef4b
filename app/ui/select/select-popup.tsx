import { Select as Base } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { Chosen, type SelectProps, selectStyle } from './select-button.tsx'

/** What {@link SelectProps} describe, from the first opening on, with which it begins. */
export default function SelectPopup<Value extends string>({ label, value, options, onChange }: SelectProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => next && onChange(next)} defaultOpen>
      <Base.Trigger aria-label={label} className={selectStyle}>
        <Chosen value={value} options={options} />
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
                  {(option.disabled || option.warning || option.description) && (
                    <span className={`block text-xs ${option.warning ? 'text-warning' : 'text-muted'}`}>
                      {option.warning ?? (option.disabled ? m.unavailable() : option.description)}
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
