import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { IconButton } from '~/ui/button.tsx'
import { SearchField } from '~/ui/form/search-field.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { usersQuery } from '../users/queries.ts'
import { HeldBadge } from './held-badge.tsx'

export type FoundUser = Pick<User, 'id' | 'email'>

/** Of what a search finds, this many are shown. */
const mostShown = 5

interface FindUserProps {
  found: FoundUser | undefined
  onFound: (user: FoundUser | undefined) => void
}

/** Finds one user by the address. */
export function FindUser({ found, onFound }: FindUserProps) {
  const [again, setAgain] = useState(false)
  if (!found) return <Search takesFocus={again} onFound={onFound} />
  return (
    <div className="flex items-center justify-between gap-2 rounded-md bg-sunken py-1 pr-1 pl-3.5">
      <span className="min-w-0 text-[15px] wrap-anywhere">{found.email}</span>
      <IconButton
        label={m.holds_other_user()}
        onClick={() => {
          setAgain(true)
          onFound(undefined)
        }}
      >
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

/** @param props.takesFocus what had it is gone */
function Search({ takesFocus, onFound }: { takesFocus: boolean; onFound: (user: FoundUser) => void }) {
  const [text, setText] = useState('')
  const { data, error } = useQuery({ ...usersQuery({ email: text }), enabled: text !== '' })
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.querySelector('input')?.focus()
  }, [takesFocus])
  const users = text === '' ? [] : (data?.data.slice(0, mostShown) ?? [])
  return (
    <div ref={field} className="grid gap-2">
      <SearchField label={m.users_search()} value={text} onSearch={setText} />
      {error && <ErrorBanner>{errorMessage(error)}</ErrorBanner>}
      <div role="status" className="text-sm text-muted empty:hidden">
        {text !== '' && data?.total === 0 && m.holds_no_user()}
      </div>
      {users.length > 0 && (
        <ul aria-label={m.users_title()} className="rounded-md border border-line p-1">
          {users.map(({ id, email, held }) => (
            <li key={id}>
              <button
                type="button"
                disabled={held}
                onClick={() => onFound({ id, email })}
                className="flex min-h-11 w-full items-center justify-between gap-2 rounded-sm px-2.5 py-1.5 text-left text-sm wrap-anywhere enabled:hover:bg-sunken disabled:opacity-50"
              >
                {email}
                {held && <HeldBadge />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {data && users.length > 0 && data.total > users.length && (
        <p className="text-sm text-muted">{m.holds_more_users()}</p>
      )}
    </div>
  )
}
