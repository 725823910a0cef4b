import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface DismissDialogProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** Shows something that is only to be read: 600 px, one button. */
export const DismissDialog = ({ open, onClose, title, children }: DismissDialogProps) => (
  <Dialog open={open} onClose={onClose} title={title} actions={<Button onClick={onClose}>{m.close()}</Button>}>
    {children}
  </Dialog>
)
