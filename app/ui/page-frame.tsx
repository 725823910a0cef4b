import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface PageFrameProps {
  title: string
  description?: string
  /** Buttons for the whole screen, at the end of its title's line. */
  actions?: ReactNode
  /** What the screen lists: search, filters, and what can be done with selected rows. */
  toolbar?: ReactNode
  /** Fills the rest of the height, and scrolls by itself. */
  children: ReactNode
}

/** The frame of a screen with a title, in the rhythm of the file library. */
export const PageFrame = ({ title, description, actions, toolbar, children }: PageFrameProps) => (
  <div className="flex h-full flex-col">
    <header
      className={classes(
        'flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 pt-5 md:px-6',
        !toolbar && 'pb-4',
      )}
    >
      <div className="min-w-0 py-1">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-1 max-w-2xl text-sm text-muted [word-break:auto-phrase]">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
    {toolbar && <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-4 md:px-6">{toolbar}</div>}
    {children}
  </div>
)
