import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

export interface DrawerProps {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}

/** What {@link DrawerProps} describe, once a drawer is opened. */
const DrawerPopup = ({ open, onClose, label, children }: DrawerProps) => (
  <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 md:hidden" />
      <Dialog.Popup
        aria-label={label}
        className="fixed inset-y-0 left-0 z-30 flex w-[min(300px,85vw)] bg-canvas shadow-overlay transition-transform duration-200 outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full md:hidden"
      >
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)

export default DrawerPopup
