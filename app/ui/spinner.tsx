import { LoaderCircle } from 'lucide-react'
import { classes } from './classes.ts'

/** A turning ring; whoever shows it says in words what is going on. */
export const Spinner = ({ className }: { className?: string }) => (
  <LoaderCircle aria-hidden className={classes('animate-spin', className)} />
)
