import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { toast } from '~/ui/toast.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { NotMailed } from './not-mailed.tsx'
import { refreshUsers } from './queries.ts'
import { resendInvitation } from './users.functions.ts'

/** Sends the mail of an invitation again, and says how that went. */
export function InviteAgain({ user: { id, email } }: { user: User }) {
  const queryClient = useQueryClient()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => resendInvitation({ data: { id }, headers: idempotent() }),
    onSuccess: ({ mailed }) => {
      if (mailed) toast.success(m.users_added({ email }))
    },
    // They may have signed in meanwhile.
    onError: () => refreshUsers(queryClient),
  })
  return (
    <div className="mt-5 grid justify-items-start gap-3">
      {error && <ErrorBanner>{errorMessage(error)}</ErrorBanner>}
      {data?.mailed === false && <NotMailed email={email} />}
      <Button onClick={() => mutate()} busy={isPending}>
        <Mail aria-hidden className="size-4" />
        {m.users_invite_again()}
      </Button>
    </div>
  )
}
