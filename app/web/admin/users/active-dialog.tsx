import { useQueryClient } from '@tanstack/react-query'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { refreshUsers } from './queries.ts'
import { setUserActive } from './users.functions.ts'

interface ActiveDialogProps {
  /** Whose access is taken, or given back; nobody's, no dialog. */
  user: User | undefined
  onClose: () => void
}

/** Asks before a user's access is taken, or given back. */
export function ActiveDialog({ user, onClose }: ActiveDialogProps) {
  const queryClient = useQueryClient()
  const shown = useLast(user !== undefined, user)
  const email = shown?.email ?? ''

  const save = async () => {
    if (!user) return
    const { active } = await setUserActive({ data: { id: user.id, active: !user.active } })
    await refreshUsers(queryClient)
    toast.success(active ? m.users_activated_one() : m.users_deactivated_one())
  }

  return (
    <FormDialog
      open={user !== undefined}
      onClose={onClose}
      title={shown?.active ? m.users_deactivate_title() : m.users_activate_title()}
      submitLabel={shown?.active ? m.users_deactivate() : m.users_activate()}
      onSubmit={save}
      describeError={errorMessage}
    >
      <p className="text-[15px] wrap-anywhere">
        {shown?.active ? m.users_deactivate_ask({ email }) : m.users_activate_ask({ email })}
      </p>
    </FormDialog>
  )
}
