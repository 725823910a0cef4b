import { m } from '~/paraglide/messages'
import { ErrorBanner } from '../banner.tsx'
import { Button } from '../button.tsx'
import DialogPopup from './dialog-popup.tsx'
import { useAction } from './use-action.ts'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  text: string
  /** Runs on 'Yes'; the dialog stays, busy, until it is through, and if it fails. */
  onConfirm: () => Promise<void>
  /** What went wrong, in words; without it only that something did. */
  describeError?: (error: unknown) => string
  onClose: () => void
}

/** What {@link ConfirmDialogProps} describe, once something is asked. */
export default function ConfirmDialogPopup(props: ConfirmDialogProps) {
  const { open, title, text, onConfirm, describeError, onClose } = props
  const { busy, failure, run, close } = useAction(open, onConfirm, onClose)
  return (
    <DialogPopup
      open={open}
      onClose={close}
      title={title}
      width="form"
      actions={
        <>
          <Button onClick={close} disabled={busy}>
            {m.cancel()}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void run()}>
            {m.yes()}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && <ErrorBanner>{describeError?.(failure.error) ?? m.confirm_failed()}</ErrorBanner>}
        <p className="wrap-anywhere text-muted">{text}</p>
      </div>
    </DialogPopup>
  )
}
