import { useQueryClient } from '@tanstack/react-query'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx'
import { toast } from '~/ui/toast.ts'
import { namesOf } from '~/web/files/names.ts'
import { useLast } from '~/web/files/use-last.ts'
import { deleteUsers } from './delete-users.ts'
import { refreshUsers } from './queries.ts'

interface DeleteUsersDialogProps {
  /** Whom to delete; nobody, no dialog. */
  users: readonly User[]
  onDeleted: (deleted: User[]) => void
  onClose: () => void
}

/** Asks before users are deleted, and tells afterwards who could not be. */
export function DeleteUsersDialog({ users, onDeleted, onClose }: DeleteUsersDialogProps) {
  const queryClient = useQueryClient()
  const asked = useLast(users.length > 0, users) ?? users

  const confirm = async () => {
    const failed = await deleteUsers(users)
    await refreshUsers(queryClient)
    onDeleted(users.filter((user) => !failed.includes(user)))
    const deleted = users.length - failed.length
    if (failed.length > 0) toast.error(m.users_delete_failed({ emails: emailsOf(failed) }))
    else toast.success(deleted === 1 ? m.users_deleted_one() : m.users_deleted_many({ count: deleted }))
  }

  return (
    <ConfirmDialog
      open={users.length > 0}
      title={m.users_delete_title()}
      text={question(asked)}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

const question = (users: readonly User[]) =>
  users.length === 1
    ? m.users_delete_one({ email: users[0]!.email })
    : m.users_delete_many({ count: users.length, emails: emailsOf(users) })

const emailsOf = (users: readonly User[]) => namesOf(users.map(({ email }) => ({ name: email })))
