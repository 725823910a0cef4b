import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface GateNoticeProps {
  icon: LucideIcon
  /** Of the icon's disc. */
  tone: string
  title: string
  children: ReactNode
}

/** Why someone who is signed in does not get in, at the head of the gate. */
export const GateNotice = ({ icon: Icon, tone, title, children }: GateNoticeProps) => (
  <div className="grid justify-items-center gap-3 py-2 text-center [word-break:auto-phrase]">
    <span className={`grid size-12 place-items-center rounded-full ${tone}`}>
      <Icon aria-hidden className="size-6" />
    </span>
    <h1 className="text-lg font-semibold text-balance">{title}</h1>
    <p className="text-sm text-muted [overflow-wrap:anywhere]">{children}</p>
  </div>
)
