import { type ComponentProps, useId } from 'react'

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string
  /** Says what is asked for; read out together with the field. */
  hint?: string
}

/** A labelled box for a text of several lines, with a hint underneath. */
export function TextArea({ label, hint, ...box }: TextAreaProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        rows={6}
        dir="auto"
        {...box}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="max-h-[50dvh] min-h-20 w-full resize-y rounded-md border border-line-strong bg-surface px-3.5 py-2.5 text-[15px] outline-none placeholder:text-faint focus:border-accent focus:ring-3 focus:ring-accent/20"
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
