import { ArrowLeft, KeyRound, MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { EmailField } from './email-field.tsx'
import { GateNotice } from './gate-notice.tsx'

interface ResetFormProps {
  email: string
  onEmail: (email: string) => void
  /** Whether mails can be sent. */
  mails: boolean
  /** Sends the mail; returns whether that worked. */
  onSubmit: () => Promise<boolean>
  onBack: () => void
}

/** Asks for the reset mail, and says so once it is sent. Where there are no mails it says who helps. */
export default function ResetForm({ email, onEmail, mails, onSubmit, onBack }: ResetFormProps) {
  const [checked, setChecked] = useState(false)
  const [sent, setSent] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (email.trim()) setSent(await onSubmit())
  }

  return (
    <>
      {!mails ? (
        <GateNotice icon={KeyRound} tone="bg-sunken text-muted" title={m.reset_title()}>
          {m.reset_ask_admin()}
        </GateNotice>
      ) : sent ? (
        <div role="status" className="grid justify-items-center gap-3 py-2 text-center">
          <span className="grid size-12 place-items-center rounded-full bg-success-soft text-success">
            <MailCheck aria-hidden className="size-6" />
          </span>
          <h1 className="text-xl font-semibold tracking-tight">{m.reset_sent_title()}</h1>
          <p className="text-sm text-muted">{m.reset_sent({ email })}</p>
        </div>
      ) : (
        <>
          <header>
            <h1 className="text-xl font-semibold tracking-tight">{m.reset_title()}</h1>
            <p className="mt-1 text-sm text-muted">{m.reset_subtitle()}</p>
          </header>
          <form noValidate onSubmit={submit} className="grid gap-4">
            <EmailField email={email} onEmail={onEmail} checked={checked} />
            <Button type="submit" variant="primary" className="h-11 w-full">
              {m.reset_submit()}
            </Button>
          </form>
        </>
      )}
      <Button variant="ghost" size="sm" className="justify-self-center" onClick={onBack}>
        <ArrowLeft aria-hidden className="size-4" />
        {m.reset_back()}
      </Button>
    </>
  )
}
