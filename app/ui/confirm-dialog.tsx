import { useState } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  text: string
  /** Runs on 'Yes'; the dialog stays, busy, until it is through. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before something is lost: Yes or Cancel. */
export function ConfirmDialog({ open, title, text, onConfirm, onClose }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm().finally(() => setBusy(false))
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width="form"
      actions={
        <>
          <Button onClick={onClose}>{m.cancel()}</Button>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {m.yes()}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere text-muted">{text}</p>
    </Dialog>
  )
}
