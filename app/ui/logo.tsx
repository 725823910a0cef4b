import { m } from '~/paraglide/messages'
import { classes } from './classes.ts'

/** The product's mark and name; on a phone's top bar only the mark. */
export const Logo = ({ className, compact = false }: { className?: string; compact?: boolean }) => (
  <span className={classes('inline-flex items-center gap-2.5', className)}>
    <svg viewBox="0 0 28 28" aria-hidden className="size-7 shrink-0">
      <rect width="28" height="28" rx="8" className="fill-accent" />
      <path
        d="M8 20V8h6.2a4.1 4.1 0 0 1 1 8.1L19.6 20"
        className="fill-none stroke-white"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="13.6" cy="12.1" r="1.5" className="fill-white" />
    </svg>
    <span
      className={classes('text-[15px] font-semibold tracking-tight whitespace-nowrap', compact && 'max-sm:sr-only')}
    >
      {m.app_name()}
    </span>
  </span>
)
