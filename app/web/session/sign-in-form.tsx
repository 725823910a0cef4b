import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { m } from '~/paraglide/messages'
import { Button, IconButton } from '~/ui/button.tsx'
import { TextField } from '~/ui/form/text-field.tsx'
import { EmailField } from './email-field.tsx'
import { GoogleMark } from './google-mark.tsx'

interface SignInFormProps {
  email: string
  onEmail: (email: string) => void
  onSubmit: (password: string) => void
  onGoogle: () => void
  onForgot: () => void
}

export function SignInForm({ email, onEmail, onSubmit, onGoogle, onForgot }: SignInFormProps) {
  const [password, setPassword] = useState('')
  const [visible, setVisible] = useState(false)
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
        <TextField
          label={m.sign_in_password()}
          type={visible ? 'text' : 'password'}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={checked && !password ? m.sign_in_password_required() : undefined}
          action={
            <IconButton
              label={visible ? m.sign_in_hide_password() : m.sign_in_show_password()}
              onClick={() => setVisible(!visible)}
            >
              {visible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            </IconButton>
          }
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
      <div className="flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.sign_in_or()}
      </div>
      <Button className="h-11 w-full" onClick={onGoogle}>
        <GoogleMark />
        {m.sign_in_google()}
      </Button>
    </>
  )
}
