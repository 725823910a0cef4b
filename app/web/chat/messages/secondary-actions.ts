import { classes } from '~/ui/classes.ts'

/**
 * The row of buttons under a message. Those of the last message show; those of earlier ones keep the page calm until the
 * pointer or the focus is in the message. Where nothing can hover, all show.
 */
export const secondaryActions = (shown: boolean) =>
  classes(
    'flex min-h-8 items-center gap-0.5 pt-1 transition-opacity',
    !shown && 'pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100',
  )
