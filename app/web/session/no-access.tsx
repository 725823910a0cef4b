import { UserRoundX } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { GateFrame } from './gate-frame.tsx'
import { GateNotice } from './gate-notice.tsx'
import { logOut } from './session.ts'

const texts = {
  not_invited: { title: m.error_user_not_invited, hint: m.not_invited_hint_anonymous },
  not_active: { title: m.error_not_active, hint: m.not_active_hint },
}

/** Signed in, but nobody invited this account, or an admin has deactivated it: says so, and lets it go. */
export default function NoAccess({ because }: { because: keyof typeof texts }) {
  const { title, hint } = texts[because]
  return (
    <GateFrame>
      <GateNotice icon={UserRoundX} tone="bg-sunken text-muted" title={title()}>
        {hint()}
      </GateNotice>
      <Button className="h-11 w-full" onClick={() => logOut()}>
        {m.sign_out()}
      </Button>
    </GateFrame>
  )
}
