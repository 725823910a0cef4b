import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'

/** Lets neighbouring tooltips follow each other without a delay. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Tooltip.Provider delay={500}>{children}</Tooltip.Provider>
)
