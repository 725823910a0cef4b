import { getRouteApi } from '@tanstack/react-router'
import { MailX } from 'lucide-react'
import { m } from '~/paraglide/messages'

const root = getRouteApi('__root__')

/** Says that people were invited without hearing of it, and what to do about it. */
export function NotMailed({ email }: { email?: string }) {
  // Accounts of the server's own have a password only by a link.
  const { google } = root.useLoaderData()
  return (
    <div role="status" className="flex items-start gap-2.5 rounded-md bg-sunken px-3.5 py-3 text-sm">
      <MailX aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">
        {email === undefined ? m.users_not_mailed_many() : m.users_not_mailed({ email })}
        {!google && <span className="mt-1 block">{m.users_not_mailed_link()}</span>}
      </span>
    </div>
  )
}
