import { classes } from '../classes.ts'

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
    className="-m-2.5 shrink-0 p-2.5"
  >
    <span
      className={classes('block w-10 rounded-full p-1 transition-colors', checked ? 'bg-accent' : 'bg-line-strong')}
    >
      <span
        className={classes(
          'block size-4 rounded-full bg-white shadow-raised transition-transform',
          checked && 'translate-x-4',
        )}
      />
    </span>
  </button>
)
