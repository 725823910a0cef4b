import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { keepComposing } from '~/ui/form/keep-composing.ts'
import { TextField } from '~/ui/form/text-field.tsx'
import { idempotent } from '~/web/api/idempotency.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { addServiceAccount } from './all-api-keys.functions.ts'

interface AddServiceAccountDialogProps {
  open: boolean
  onClose: () => void
  onAdded: (account: User) => void
}

/** The contract's. */
const longestName = 100

/** Asks for the name of a user for programs. */
export function AddServiceAccountDialog({ open, onClose, onAdded }: AddServiceAccountDialogProps) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const name = text.trim()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- submitted again after a failure it is the same account still
  const headers = useMemo(() => idempotent(), [open, name])
  const close = () => {
    setText('')
    onClose()
  }
  const add = async () => {
    const account = await addServiceAccount({ data: { name }, headers })
    await queryClient.invalidateQueries({ queryKey: ['users'] })
    onAdded(account)
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={m.service_accounts_add()}
      submitLabel={m.service_accounts_add_submit()}
      canSubmit={name !== ''}
      onSubmit={add}
      describeError={errorMessage}
    >
      <TextField
        label={m.api_keys_col_name()}
        hint={m.service_accounts_name_hint()}
        value={text}
        maxLength={longestName}
        autoComplete="off"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={keepComposing}
      />
      <p className="text-sm text-muted">{m.service_accounts_description()}</p>
    </FormDialog>
  )
}
