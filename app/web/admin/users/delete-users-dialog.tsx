import { useQueryClient } from '@tanstack/react-query'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { DeleteRowsDialog } from '~/web/tables/delete-rows-dialog.tsx'
import { refreshUsers } from './queries.ts'
import { deleteUser } from './users.functions.ts'

interface DeleteUsersDialogProps {
  /** Whom to delete; nobody, no dialog. */
  users: readonly User[]
  onDeleted: (deleted: User[]) => void
  onClose: () => void
}

/** Asks before users are deleted. */
export function DeleteUsersDialog({ users, onDeleted, onClose }: DeleteUsersDialogProps) {
  const queryClient = useQueryClient()
  return (
    <DeleteRowsDialog
      rows={users}
      nameOf={({ email }) => email}
      words={{
        title: m.users_delete_title(),
        askOne: (email) => m.users_delete_one({ email }),
        askMany: (count, emails) => m.users_delete_many({ count, emails }),
        deletedOne: m.users_deleted_one(),
        deletedMany: (count) => m.users_deleted_many({ count }),
      }}
      remove={(id) => deleteUser({ data: { id } })}
      onDeleted={async (deleted) => {
        await refreshUsers(queryClient)
        onDeleted(deleted)
      }}
      onClose={onClose}
    />
  )
}
