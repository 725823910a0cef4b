import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { m } from '~/paraglide/messages'
import { IconButton } from '../button.tsx'

export interface SidePanelProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** What {@link SidePanelProps} describe, once a panel is opened. */
export default function SidePanelPopup({ open, onClose, title, children }: SidePanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={popup}
          // The panel itself, not its close button, whose tooltip would open.
          initialFocus={popup}
          className="fixed inset-y-0 right-0 z-40 flex w-full flex-col bg-raised shadow-overlay transition-opacity duration-200 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0 sm:max-w-[480px] sm:border-l sm:border-line"
        >
          <header className="flex h-14 shrink-0 items-center justify-between gap-4 border-b border-line pr-3 pl-5">
            <Dialog.Title className="truncate text-[15px] font-semibold" title={title}>
              {title}
            </Dialog.Title>
            <IconButton label={m.close()} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
