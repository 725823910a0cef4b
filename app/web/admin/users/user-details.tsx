import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { Day } from '~/ui/day.tsx'
import { DismissDialog } from '~/ui/dialog/dismiss-dialog.tsx'
import { Loader } from '~/ui/loader.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { InviteAgain } from './invite-again.tsx'
import { userQuery } from './queries.ts'
import { roleLabel } from './roles.ts'

interface UserDetailsProps {
  /** The user of the address; none, no dialog. */
  userId: number | undefined
  /** The same user as the list has them, to show until the details have come. */
  listed: User | undefined
  onClose: () => void
}

/** Who a user is. */
export function UserDetails({ userId, listed, onClose }: UserDetailsProps) {
  const { data, error, refetch } = useQuery({
    ...userQuery(userId ?? 0),
    enabled: userId !== undefined,
    ...(listed && { placeholderData: listed }),
  })
  const user = useLast(userId !== undefined, data)
  return (
    <DismissDialog open={userId !== undefined} onClose={onClose} title={m.users_details_title()}>
      {error ? (
        <div className="grid justify-items-start gap-4">
          <ErrorBanner>{m.users_details_failed()}</ErrorBanner>
          <Button onClick={() => void refetch()}>
            <RotateCw aria-hidden className="size-4" />
            {m.try_again()}
          </Button>
        </div>
      ) : user ? (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3 text-[15px]">
            <Fact name={m.users_col_email()}>{user.email}</Fact>
            <Fact name={m.users_col_role()}>{roleLabel(user.role)}</Fact>
            <Fact name={m.users_col_created()}>
              <Day at={user.created_at} />
            </Fact>
            <Fact name={m.users_col_id()}>{user.id}</Fact>
            <Fact name={m.users_status()}>{statusText(user)}</Fact>
            {user.held && <Fact name={m.users_hold_name()}>{m.users_held_fact()}</Fact>}
          </dl>
          {!user.joined && user.active && <InviteAgain key={user.id} user={user} />}
        </>
      ) : (
        <Loader />
      )}
    </DismissDialog>
  )
}

function statusText({ joined, active }: User): string {
  if (!active) return m.users_deactivated()
  return joined ? m.users_joined() : m.users_not_joined()
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)
