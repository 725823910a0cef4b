import { Field } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'

export interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  /** Says what is wrong with the value; read out together with the field. */
  error?: string | undefined
  /** A control inside the field's right end. */
  action?: ReactNode
}

/** A labelled input with its error underneath. */
export function TextField({ label, error, action, className, ...input }: TextFieldProps) {
  return (
    <Field.Root invalid={error !== undefined} className={classes('grid gap-1.5', className)}>
      <Field.Label className="text-sm font-medium">{label}</Field.Label>
      <span className="relative block">
        <Field.Control render={<input {...input} />} className={classes(inputStyle, action !== undefined && 'pr-11')} />
        {action && <span className="absolute inset-y-0 right-1 flex items-center">{action}</span>}
      </span>
      {error && (
        <Field.Error match className="text-sm text-danger">
          {error}
        </Field.Error>
      )}
    </Field.Root>
  )
}

const inputStyle =
  'h-11 w-full rounded-md border border-line-strong bg-surface px-3.5 text-[15px] outline-none transition-shadow placeholder:text-faint focus:border-accent focus:ring-3 focus:ring-accent/20 data-invalid:border-danger'
