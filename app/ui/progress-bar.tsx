import { classes } from './classes.ts'

interface ProgressBarProps {
  /** From 0 to 1. */
  share: number
  label: string
  /** What the bar says in words. */
  text?: string
  className?: string
}

/** How far something is. */
export const ProgressBar = ({ share, label, text, className }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.floor(share * 100)}
    aria-valuetext={text}
    className={classes('overflow-hidden rounded-full bg-sunken', className)}
  >
    <div
      className="h-full origin-left rounded-full bg-accent transition-transform duration-300 motion-reduce:transition-none"
      style={{ transform: `scaleX(${share})` }}
    />
  </div>
)
