import { UserRoundX } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { GateFrame } from './gate-frame.tsx'
import { logOut } from './session.ts'

/** Signed in, but nobody invited this account: says so, and lets it go. */
export default function NotInvited() {
  return (
    <GateFrame>
      <div className="grid justify-items-center gap-3 py-2 text-center">
        <span className="grid size-12 place-items-center rounded-full bg-sunken text-muted">
          <UserRoundX aria-hidden className="size-6" />
        </span>
        <h1 className="text-lg font-semibold text-balance">{m.error_user_not_invited()}</h1>
        <p className="text-sm text-muted">{m.not_invited_hint_anonymous()}</p>
      </div>
      <Button className="h-11 w-full" onClick={() => logOut()}>
        {m.sign_out()}
      </Button>
    </GateFrame>
  )
}
