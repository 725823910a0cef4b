interface SwitchProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Turns something on or off at once; its words stand elsewhere. */
export const Switch = ({ label, checked, disabled, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-label={label}
    aria-checked={checked}
    disabled={disabled}
    onClick={() => onChange(!checked)}
    className="relative h-6 w-10 shrink-0 rounded-full bg-line-strong transition-colors before:absolute before:-inset-2.5 after:absolute after:top-1 after:left-1 after:size-4 after:rounded-full after:bg-white after:shadow-raised after:transition-transform aria-checked:bg-accent aria-checked:after:translate-x-4"
  />
)
