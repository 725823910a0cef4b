import { type FormEvent, type ReactNode, useId } from 'react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { useAction } from './use-action.ts'

interface FormDialogProps {
  open: boolean
  onClose: () => void
  title: string
  submitLabel: string
  /** Whether there is something to submit. */
  canSubmit?: boolean
  /** Runs when the form is submitted; the dialog stays, busy, until it is through, and if it fails. */
  onSubmit: () => Promise<void>
  /** What went wrong, in words. */
  describeError: (error: unknown) => string
  /** The fields. */
  children: ReactNode
}

/** A form of 400 px over the page; what its submission throws is shown in a red banner. */
export function FormDialog({ open, onClose, title, submitLabel, canSubmit = true, ...form }: FormDialogProps) {
  const id = useId()
  const { busy, failure, run, close } = useAction(open, form.onSubmit, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form within a page's form would submit that as well.
    event.stopPropagation()
    if (canSubmit) void run()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      width="form"
      startsInField
      actions={
        <>
          <Button onClick={close} disabled={busy}>
            {m.cancel()}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} disabled={!canSubmit}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="grid gap-4">
        {failure && <ErrorBanner>{form.describeError(failure.error)}</ErrorBanner>}
        {form.children}
      </form>
    </Dialog>
  )
}
