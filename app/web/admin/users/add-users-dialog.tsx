import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog/dialog.tsx'
import { Segments } from '~/ui/form/segments.tsx'
import { TextField } from '~/ui/form/text-field.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { useAddUserForm } from './add-user-form.ts'
import { ImportPanel } from './import/import-panel.tsx'
import { useImport } from './import/use-import.ts'
import { NotMailed } from './not-mailed.tsx'
import { refreshUsers } from './queries.ts'
import { RoleField } from './role-field.tsx'

interface AddUsersDialogProps {
  open: boolean
  onClose: () => void
}

/** Invites one person by email, or many by a CSV file. Nothing closes it while it is at work. */
export function AddUsersDialog({ open, onClose }: AddUsersDialogProps) {
  const [way, setWay] = useState<'email' | 'csv'>('email')
  const queryClient = useQueryClient()
  const running = useImport(() => void refreshUsers(queryClient))
  const form = useAddUserForm(open, onClose)
  const id = useId()
  const importing = running.state === 'running'
  useBlocker({ shouldBlockFn: () => importing, enableBeforeUnload: () => importing })

  const close = () => {
    if (importing || form.busy) return
    form.clear()
    running.reset()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.email.trim() !== '') form.submit()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={m.users_add()}
      width="form"
      actions={
        way === 'email' ? (
          <>
            <Button onClick={close} disabled={form.busy}>
              {form.unmailed === undefined ? m.cancel() : m.close()}
            </Button>
            <Button type="submit" form={id} variant="primary" busy={form.busy} disabled={form.email.trim() === ''}>
              {m.users_invite()}
            </Button>
          </>
        ) : importing ? (
          <Button onClick={running.stop}>{m.users_csv_stop()}</Button>
        ) : (
          <Button onClick={close}>{m.close()}</Button>
        )
      }
    >
      <div className="grid gap-4">
        {!importing && (
          <Segments
            label={m.users_add_way()}
            value={way}
            options={[
              { value: 'email', label: m.users_add_by_email() },
              { value: 'csv', label: m.users_add_by_csv() },
            ]}
            onChange={setWay}
          />
        )}
        {way === 'csv' ? (
          <ImportPanel running={running} />
        ) : (
          <form id={id} onSubmit={submit} noValidate className="grid gap-4">
            {form.failure && <ErrorBanner>{errorMessage(form.failure.error)}</ErrorBanner>}
            {form.unmailed !== undefined && <NotMailed email={form.unmailed} />}
            <TextField
              label={m.users_col_email()}
              type="email"
              autoComplete="off"
              autoFocus
              value={form.email}
              error={form.invalid === undefined ? undefined : m.users_invalid_email({ email: form.invalid })}
              onChange={(event) => form.setEmail(event.target.value)}
            />
            <RoleField role={form.role} onRole={form.setRole} />
          </form>
        )}
      </div>
    </Dialog>
  )
}
