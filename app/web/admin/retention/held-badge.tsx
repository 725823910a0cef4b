import { m } from '~/paraglide/messages'

/** Marks a user who is on hold. */
export const HeldBadge = () => (
  <span className="shrink-0 rounded-full bg-sunken px-2 py-0.5 text-xs font-medium whitespace-nowrap text-muted">
    {m.users_held()}
  </span>
)
