import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { m } from '~/paraglide/messages'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** 600 px wide, or 400 for a form. */
  width?: 'wide' | 'form'
  /** The focus begins in its first field, except on touch screens, where a keyboard would cover it. */
  startsInField?: boolean
  children: ReactNode
  /** The buttons at its end. */
  actions?: ReactNode
}

/** What {@link DialogProps} describe, once a dialog is opened. */
export default function DialogPopup({ open, onClose, title, width = 'wide', startsInField, ...parts }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const firstField = () => popup.current?.querySelector<HTMLElement>('input:not([type=file]), textarea')
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          // The dialog itself, not its close button, whose tooltip would open.
          initialFocus={(type) => (startsInField && type !== 'touch' && firstField()) || popup.current}
          className={classes(
            'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-1/2 flex-col rounded-lg border border-line bg-raised shadow-overlay transition duration-150 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
            width === 'wide' ? 'max-w-[600px]' : 'max-w-[400px]',
          )}
        >
          <header className="flex items-center justify-between gap-4 py-3 pr-3 pl-5">
            <Base.Title className="line-clamp-2 min-w-0 text-[15px] font-semibold wrap-anywhere" title={title}>
              {title}
            </Base.Title>
            <IconButton label={m.close()} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </header>
          <div className="overflow-y-auto px-5 pb-5">{parts.children}</div>
          {parts.actions && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{parts.actions}</footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
