import type { ComponentProps, ReactNode } from 'react'
import { Segments } from './segments.tsx'

type SegmentsFieldProps<Value extends string> = ComponentProps<typeof Segments<Value>> & {
  /** Says more underneath. */
  children?: ReactNode
}

/** A few choices side by side with their label above, in a form. */
export const SegmentsField = <Value extends string>({ children, ...segments }: SegmentsFieldProps<Value>) => (
  <div className="grid gap-1.5">
    <span aria-hidden className="text-sm font-medium">
      {segments.label}
    </span>
    <Segments {...segments} />
    {children}
  </div>
)
