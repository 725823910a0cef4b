import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '~/contract/errors.ts'
import type { Role } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { toast } from '~/ui/toast.ts'
import { useAction } from '~/ui/dialog/use-action.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { refreshUsers } from './queries.ts'
import { addUser } from './users.functions.ts'

/** What is typed to invite one person, and its way to the server. */
export function useAddUserForm(open: boolean, onClose: () => void) {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('user')
  const [unmailed, setUnmailed] = useState<string>()
  const [tried, setTried] = useState('')

  const clear = () => {
    setEmail('')
    setRole('user')
    setUnmailed(undefined)
  }
  const invite = async () => {
    setUnmailed(undefined)
    const headers = idempotent()
    const sent = email.trim()
    setTried(sent)
    const added = await addUser({ data: { email: sent, role, language: getLocale() }, headers })
    await refreshUsers(queryClient)
    clear()
    if (added.mailed) {
      toast.success(m.users_added({ email: added.email }))
      onClose()
    } else {
      // Stays open: that no mail was sent is too important for a notice that fades.
      setUnmailed(added.email)
    }
  }
  const { busy, failure, run } = useAction(open, invite, stay)
  // All else that is sent was chosen from a list.
  const isInvalid = hasCode(failure?.error, 'invalid_request')
  return {
    email,
    setEmail,
    role,
    setRole,
    unmailed,
    clear,
    busy,
    /** The address that the server found to be none. */
    invalid: isInvalid ? tried : undefined,
    failure: isInvalid ? undefined : failure,
    submit: () => void run(),
  }
}

const stay = () => {}
