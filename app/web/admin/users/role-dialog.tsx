import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role, User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { useLast } from '~/ui/dialog/use-last.ts'
import { refreshUsers } from './queries.ts'
import { RoleField } from './role-field.tsx'
import { updateUser } from './users.functions.ts'

interface RoleDialogProps {
  /** Whose role is edited; nobody's, no dialog. */
  user: User | undefined
  onClose: () => void
}

/** Changes a user's role. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const queryClient = useQueryClient()
  const shown = useLast(user !== undefined, user)
  const [chosen, setChosen] = useState<{ of: User; role: Role }>()
  const role = chosen && chosen.of === shown ? chosen.role : shown?.role

  const save = async () => {
    if (!user || !role) return
    await updateUser({ data: { id: user.id, role } })
    await refreshUsers(queryClient)
    toast.success(m.users_role_saved())
  }

  return (
    <FormDialog
      open={user !== undefined}
      onClose={() => {
        setChosen(undefined)
        onClose()
      }}
      title={m.users_edit_role()}
      submitLabel={m.users_save()}
      canSubmit={role !== shown?.role}
      onSubmit={save}
      describeError={errorMessage}
    >
      <p className="text-[15px] wrap-anywhere text-muted">{shown?.email}</p>
      {shown && role && <RoleField role={role} onRole={(next) => setChosen({ of: shown, role: next })} />}
    </FormDialog>
  )
}
