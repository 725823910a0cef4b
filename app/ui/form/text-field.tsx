import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  /** Says what is wrong with the value; read out together with the field. */
  error?: string | undefined
  /** A control inside the field's right end. */
  action?: ReactNode
}

/** A labelled input with its error underneath. */
export function TextField({ label, error, action, className, ...input }: TextFieldProps) {
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
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          className={classes(inputStyle, action !== undefined && 'pr-11')}
        />
        {action && <span className="absolute inset-y-0 right-1 flex items-center">{action}</span>}
      </span>
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

const inputStyle =
  'h-11 w-full rounded-md border border-line-strong bg-surface px-3.5 text-[15px] outline-none transition-shadow placeholder:text-faint focus:border-accent focus:ring-3 focus:ring-accent/20 aria-invalid:border-danger'
