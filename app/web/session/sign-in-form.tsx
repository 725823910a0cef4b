import { type FormEvent, useState } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onSubmit: (password: string) => void
  /** Absent where nobody can sign in with Google. */
  onGoogle: (() => void) | undefined
  onForgot: () => void
}

export function SignInForm({ email, onEmail, onSubmit, onGoogle, onForgot }: SignInFormProps) {
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (email.trim() && password) onSubmit(password)
  }

  return (
    <>
      <header>
        <h1 className="text-xl font-semibold tracking-tight">{m.sign_in_title()}</h1>
        <p className="mt-1 text-sm text-muted">{m.sign_in_subtitle()}</p>
      </header>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <EmailField email={email} onEmail={onEmail} checked={checked} />
        <PasswordField
          label={m.sign_in_password()}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={checked && !password ? m.sign_in_password_required() : undefined}
        />
        <button
          type="button"
          onClick={onForgot}
          className="-mt-1 justify-self-end text-sm text-accent-text hover:underline"
        >
          {m.sign_in_forgot()}
        </button>
        <Button type="submit" variant="primary" className="h-11 w-full">
          {m.sign_in_submit()}
        </Button>
      </form>
      {onGoogle && <GoogleButton onClick={onGoogle} />}
    </>
  )
}

/** The other way in, below the form. */
const GoogleButton = ({ onClick }: { onClick: () => void }) => (
  <>
    <div className="flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {m.sign_in_or()}
    </div>
    <Button className="h-11 w-full" onClick={onClick}>
      <GoogleMark />
      {m.sign_in_google()}
    </Button>
  </>
)

/** Google's mark, as its branding guidelines draw it. */
const GoogleMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden className="size-[18px]">
    <path
      fill="#4285F4"
      d="M23.5 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.5a5.5 5.5 0 0 1-2.4 3.6v3h3.9c2.3-2.1 3.5-5.2 3.5-8.8Z"
    />
    <path fill="#34A853" d="M12 24c3.2 0 6-1.1 8-2.9l-3.9-3a7.2 7.2 0 0 1-10.8-3.8H1.3v3.1A12 12 0 0 0 12 24Z" />
    <path fill="#FBBC05" d="M5.3 14.3a7.2 7.2 0 0 1 0-4.6V6.6H1.3a12 12 0 0 0 0 10.8l4-3.1Z" />
    <path
      fill="#EA4335"
      d="M12 4.8c1.800 0 3.400.6 4.6 1.800l3.500-3.500A12 12 0 0 0 1.3 6.6l4 3.1A7.2 7.2 0 0 1 12 4.8Z"
    />
  </svg>
)
