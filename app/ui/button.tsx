import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Spinner } from './spinner.tsx'

const base =
  'inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-md font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-50'

const variants = {
  primary: 'bg-accent text-accent-ink enabled:hover:bg-accent-hover',
  secondary: 'border border-line bg-surface text-ink enabled:hover:border-line-strong enabled:hover:bg-sunken',
  ghost: 'text-muted enabled:hover:bg-sunken enabled:hover:text-ink',
  danger: 'bg-danger text-white enabled:hover:opacity-90 dark:text-canvas',
}

const sizes = { sm: 'h-8 px-3 text-sm', md: 'h-10 px-4 text-[15px]' }

interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** Shows a spinner and refuses clicks. */
  busy?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'md',
  busy = false,
  className,
  children,
  disabled,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classes(base, variants[variant], sizes[size], className)}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does: read out, and shown as its tooltip. */
  label: string
  children: ReactNode
  pressed?: boolean
}

/** A square button that shows only an icon. */
export const IconButton = ({ label, pressed, className, children, ...props }: IconButtonProps) => (
  <button
    type="button"
    {...props}
    aria-label={label}
    aria-pressed={pressed}
    data-tooltip={label}
    className={classes(
      'inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent-text [&_svg]:size-[18px]',
      className,
    )}
  >
    {children}
  </button>
)
