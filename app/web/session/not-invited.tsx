import { UserRoundX } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { GateFrame } from './gate-frame.tsx'
import { GateNotice } from './gate-notice.tsx'
import { logOut } from './session.ts'

/** Signed in, but nobody invited this account: says so, and lets it go. */
export default function NotInvited() {
  return (
    <GateFrame>
      <GateNotice icon={UserRoundX} tone="bg-sunken text-muted" title={m.error_user_not_invited()}>
        {m.not_invited_hint_anonymous()}
      </GateNotice>
      <Button className="h-11 w-full" onClick={() => logOut()}>
        {m.sign_out()}
      </Button>
    </GateFrame>
  )
}
