import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** A failure that stays until it is dealt with; read out when it appears. */
export const ErrorBanner = ({ children }: { children: ReactNode }) => (
  <div role="alert" className="flex items-start gap-2.5 rounded-md bg-danger-soft px-3.5 py-3 text-sm text-danger">
    <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span>{children}</span>
  </div>
)
