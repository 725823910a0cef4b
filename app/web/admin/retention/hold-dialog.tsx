import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { m } from '~/paraglide/messages'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { useLast } from '~/ui/dialog/use-last.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { type FoundUser, FindUser } from './find-user.tsx'
import { refreshHolds } from './queries.ts'
import { holdUser } from './retention.functions.ts'

/** The contract's. */
const longestReason = 500

/** Whose hold is edited, and its reason so far; without a user one is to be found, without a reason it is a new hold. */
export interface EditedHold {
  user?: FoundUser
  reason?: string
}

interface HoldDialogProps {
  /** None, no dialog. */
  edited: EditedHold | undefined
  onClose: () => void
}

/** Puts a user on hold, or changes the reason. */
export function HoldDialog({ edited, onClose }: HoldDialogProps) {
  const queryClient = useQueryClient()
  const id = useId()
  const shown = useLast(edited !== undefined, edited)
  const [begun, setBegun] = useState<EditedHold>()
  const [user, setUser] = useState<FoundUser>()
  const [reason, setReason] = useState('')
  if (edited && edited !== begun) {
    setBegun(edited)
    setUser(edited.user)
    setReason(edited.reason ?? '')
  }
  const isNew = shown?.reason === undefined

  const save = async () => {
    if (!user) return
    await holdUser({ data: { id: user.id, reason: reason.trim() } })
    await refreshHolds(queryClient)
    toast.success(isNew ? m.holds_added({ email: user.email }) : m.holds_saved())
  }

  return (
    <FormDialog
      open={edited !== undefined}
      onClose={onClose}
      title={isNew ? m.holds_add() : m.holds_edit()}
      submitLabel={isNew ? m.holds_add_submit() : m.save()}
      canSubmit={user !== undefined && reason.trim() !== '' && reason.trim() !== shown?.reason}
      onSubmit={save}
      describeError={errorMessage}
    >
      {shown?.user ? (
        <p className="text-[15px] wrap-anywhere">{shown.user.email}</p>
      ) : (
        <FindUser found={user} onFound={setUser} />
      )}
      {user && (
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            {m.holds_col_reason()}
          </label>
          <textarea
            id={id}
            // The button that chose the user is gone.
            autoFocus={!shown?.user}
            value={reason}
            rows={3}
            maxLength={longestReason}
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            className="max-h-60 min-h-20 w-full resize-y rounded-md border border-line-strong bg-surface px-3.5 py-2.5 text-[15px] outline-none focus:border-accent focus:ring-3 focus:ring-accent/20"
          />
          <p id={`${id}-hint`} className="text-sm text-muted">
            {m.holds_reason_hint()}
          </p>
        </div>
      )}
      {isNew && <p className="text-sm text-muted">{m.holds_meaning()}</p>}
    </FormDialog>
  )
}
