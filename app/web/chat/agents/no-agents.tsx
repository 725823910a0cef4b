import { Link } from '@tanstack/react-router'
import { m } from '~/paraglide/messages'
import { useMe } from '~/web/session/me.ts'

/** In place of the grid where no agent can be chosen: an admin is led to where agents are switched on, others learn whom to ask. */
export function NoAgents() {
  const isAdmin = useMe().user_role === 'admin'
  return (
    <section className="mx-auto flex h-full max-w-md flex-col items-center justify-center px-5 py-6 text-center [word-break:auto-phrase]">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{m.agents_none()}</h1>
      <p className="mt-2 text-sm text-balance text-muted">{isAdmin ? m.chat_no_agents_admin() : m.chat_no_agents()}</p>
      {isAdmin && (
        <Link
          to="/admin/agents"
          className="mt-6 inline-flex h-10 items-center rounded-md bg-accent px-4 font-medium text-accent-ink hover:bg-accent-hover"
        >
          {m.chat_no_agents_link()}
        </Link>
      )}
    </section>
  )
}
