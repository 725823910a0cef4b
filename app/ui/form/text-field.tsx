import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  /** Says what is wrong with the value; read out together with the field. */
  error?: string | undefined
  /** Says what is asked for, as long as nothing is wrong; read out together with the field. */
  hint?: string
  /** A control inside the field's right end. */
  action?: ReactNode
}

/** A labelled input with its error, or a hint, underneath. */
export function TextField({ label, error, hint, action, className, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className={classes('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <span className="relative block">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={(error ?? hint) ? `${id}-note` : undefined}
          className={classes(inputStyle, action !== undefined && 'pr-11')}
        />
        {action && <span className="absolute inset-y-0 right-1 flex items-center">{action}</span>}
      </span>
      {error && (
        <p id={`${id}-note`} className="text-sm text-danger">
          {error}
        </p>
      )}
      {hint && !error && (
        <p id={`${id}-note`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

const inputStyle =
  'h-11 w-full rounded-md border border-line-strong bg-surface px-3.5 text-[15px] outline-none transition-shadow placeholder:text-faint focus:border-accent focus:ring-3 focus:ring-accent/20 aria-invalid:border-danger'
