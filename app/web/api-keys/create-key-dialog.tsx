import { useState } from 'react'
import { type Scope, scopes } from '~/contract/api-keys.ts'
import { m } from '~/paraglide/messages'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { keepComposing } from '~/ui/form/keep-composing.ts'
import { SegmentsField } from '~/ui/form/segments-field.tsx'
import { TextField } from '~/ui/form/text-field.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { ScopesField } from './scopes-field.tsx'

/** A key as it is asked for. */
export interface WantedKey {
  name: string
  scopes: Scope[]
  expires_in_days: number | null
}

interface CreateKeyDialogProps {
  open: boolean
  title: string
  /** Whether its owner is an admin, whose key may read what admins read. */
  isAdmin: boolean
  onClose: () => void
  onCreate: (key: WantedKey) => Promise<void>
}

/** Choices of days that a key holds; `never` has no end. */
const lives = ['30', '90', '365', 'never'] as const
type Life = (typeof lives)[number]

/** The contract's. */
const longestName = 100

/** Asks for a key's name, what it is for and for how long. */
export function CreateKeyDialog({ open, title, isAdmin, onClose, onCreate }: CreateKeyDialogProps) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>(['ask'])
  const [life, setLife] = useState<Life>('90')
  const close = () => {
    setName('')
    setChosen(['ask'])
    setLife('90')
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={title}
      submitLabel={m.api_keys_create()}
      canSubmit={name.trim() !== '' && chosen.length > 0}
      onSubmit={() =>
        onCreate({ name: name.trim(), scopes: chosen, expires_in_days: life === 'never' ? null : Number(life) })
      }
      describeError={errorMessage}
    >
      <TextField
        label={m.api_keys_col_name()}
        hint={m.api_keys_name_hint()}
        value={name}
        maxLength={longestName}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={keepComposing}
      />
      <ScopesField
        scopes={scopes.filter((scope) => isAdmin || scope !== 'admin:read')}
        chosen={chosen}
        onChoose={setChosen}
      />
      <SegmentsField
        label={m.api_keys_col_expires()}
        value={life}
        options={lives.map((value) => ({
          value,
          label: value === 'never' ? m.api_keys_never() : m.api_keys_days({ count: Number(value) }),
        }))}
        onChange={setLife}
      />
    </FormDialog>
  )
}
