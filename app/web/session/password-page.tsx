import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { Loader } from '~/ui/loader.tsx'
import { loadErrors, useAttempt } from './attempt.ts'
import { Busy } from './busy.tsx'
import { forgetMember } from './forgotten.ts'
import { GateFrame } from './gate-frame.tsx'
import { GateNotice } from './gate-notice.tsx'
import { PasswordField } from './password-field.tsx'
import { openSignIn } from './session.ts'
import type { SignInSettings } from './settings.ts'

/** What the accounts demand (`scripts/serve/accounts/passwords.ts`). */
const shortest = 12

/** Sets the password of the account that a link is for, and goes on into the product with it. */
export default function PasswordPage({ settings }: { settings: SignInSettings }) {
  const { busy, error, attempt } = useAttempt(settings)
  const { data: link } = useQuery({
    queryKey: ['password-link'],
    queryFn: () => readLink(settings),
    staleTime: Infinity,
    gcTime: 0,
  })

  const submit = async ({ code, email }: Link, password: string) => {
    const isIn = await attempt(async (signIn) => {
      await signIn.setPassword(code, password)
      await signIn.withPassword(email, password)
    }, 'enter')
    if (!isIn) return
    forgetMember()
    location.replace('/chat')
  }

  if (!link) return <Loader />
  return (
    <GateFrame>
      {'problem' in link ? (
        <>
          <GateNotice icon={KeyRound} tone="bg-sunken text-muted" title={m.password_link_over()}>
            {link.problem}
          </GateNotice>
          <Button variant="ghost" size="sm" className="justify-self-center" onClick={() => location.replace('/')}>
            <ArrowLeft aria-hidden className="size-4" />
            {m.reset_back()}
          </Button>
        </>
      ) : (
        <>
          {error && <ErrorBanner>{error}</ErrorBanner>}
          <PasswordForm email={link.email} onSubmit={(password) => submit(link, password)} />
        </>
      )}
      {busy && <Busy />}
    </GateFrame>
  )
}

interface Link {
  /** From behind the `#` of the address. */
  code: string
  email: string
}

/** Asks whose link it is, or says why it is none. */
async function readLink(settings: SignInSettings): Promise<Link | { problem: string }> {
  const code = location.hash.slice(1)
  try {
    const signIn = await openSignIn(settings)
    return { code, email: await signIn.emailOfCode(code) }
  } catch (error) {
    const { authErrorMessage } = await loadErrors()
    return { problem: authErrorMessage(error) }
  }
}

function PasswordForm({ email, onSubmit }: { email: string; onSubmit: (password: string) => void }) {
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const isLong = [...password].length >= shortest

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isLong) onSubmit(password)
  }

  return (
    <>
      <header>
        <h1 className="text-xl font-semibold tracking-tight">{m.password_title()}</h1>
        <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">{email}</p>
      </header>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {/* What a password manager keeps the password under. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={m.password_new()}
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={checked && !isLong ? m.password_too_short() : undefined}
          hint={m.password_hint()}
        />
        <Button type="submit" variant="primary" className="h-11 w-full">
          {m.password_submit()}
        </Button>
      </form>
    </>
  )
}
