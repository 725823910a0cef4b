import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RetentionPeriods } from '~/contract/retention.ts'
import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/dialog/confirm-dialog.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import type { FoundUser } from './find-user.tsx'
import { refreshHolds, retentionQuery } from './queries.ts'
import { releaseUser } from './retention.functions.ts'
import { erasedText } from './retention-text.ts'

interface ReleaseDialogProps {
  /** Whose hold ends; nobody's, no dialog. */
  user: FoundUser | undefined
  onClose: () => void
}

/** Asks before a hold ends, and says what the next run then erases. */
export function ReleaseDialog({ user, onClose }: ReleaseDialogProps) {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...retentionQuery, enabled: user !== undefined })
  const shown = useLast(user !== undefined, user)

  const release = async () => {
    if (!user) return
    await releaseUser({ data: { id: user.id } })
    await refreshHolds(queryClient)
    toast.success(m.holds_released({ email: user.email }))
  }

  return (
    <ConfirmDialog
      open={user !== undefined}
      title={m.holds_release_title()}
      text={releaseText(shown?.email ?? '', data?.periods)}
      onConfirm={release}
      describeError={errorMessage}
      onClose={onClose}
    />
  )
}

/** Without the periods, as long as they are not there, it says no more than that they hold again. */
function releaseText(email: string, periods: RetentionPeriods | undefined): string {
  if (!periods) return m.holds_release_any({ email })
  const erased = erasedText(periods)
  return erased === undefined ? m.holds_release_nothing({ email }) : m.holds_release_text({ email, erased })
}
