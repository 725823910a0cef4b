import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { DismissDialog } from '~/ui/dialog/dismiss-dialog.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { namesOf } from '~/ui/names.ts'
import { DeleteRowsDialog } from '~/web/tables/delete-rows-dialog.tsx'
import { refreshUsers } from './queries.ts'
import { deleteUser } from './users.functions.ts'

interface DeleteUsersDialogProps {
  /** Whom to delete; nobody, no dialog. Those who are on hold are left out. */
  users: readonly User[]
  onDeleted: (deleted: User[]) => void
  onClose: () => void
}

/** Asks before users are deleted. */
export function DeleteUsersDialog({ users, onDeleted, onClose }: DeleteUsersDialogProps) {
  const queryClient = useQueryClient()
  // The same array as long as the users are.
  const others = useMemo(() => users.filter(({ held }) => !held), [users])
  const asked = useLast(users.length > 0, users) ?? users
  const emails = namesOf(asked.filter(({ held }) => held).map(({ email }) => email))
  const leftOut = emails && ` ${m.users_delete_held({ emails })}`
  return (
    <>
      <DeleteRowsDialog
        rows={others}
        nameOf={({ email }) => email}
        words={{
          title: m.users_delete_title(),
          askOne: (email) => m.users_delete_one({ email }) + leftOut,
          askMany: (count, some) => m.users_delete_many({ count, emails: some }) + leftOut,
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
      <DismissDialog open={users.length > 0 && others.length === 0} onClose={onClose} title={m.users_delete_title()}>
        <p className="text-[15px] wrap-anywhere">{m.users_delete_only_held({ emails })}</p>
      </DismissDialog>
    </>
  )
}
