import type { ComponentProps } from 'react'
import { m } from '~/paraglide/messages'
import { classes } from '~/ui/classes.ts'
import { toast } from '~/ui/toast.ts'

/** Stands where a link to a file stood that is gone, in its look: struck through, and pressed it says what happened. */
export const DeletedFile = ({ className = 'prose-link', ...props }: Omit<ComponentProps<'button'>, 'title'>) => (
  <button
    type="button"
    {...props}
    title={m.file_gone()}
    onClick={() => toast.error(m.file_gone())}
    className={classes(className, 'line-through opacity-60')}
  />
)
