import { createFileRoute } from '@tanstack/react-router'
import { isAdmin } from '~/web/admin/admin-session.ts'
import { agentsSearch } from '~/web/admin/agents/agents-search.ts'
import { memberPage } from '~/web/session/member-page.ts'

const AgentsPage = memberPage(() => import('~/web/admin/agents/agents-page.tsx'), 'AgentsPage')

/** What each agent may do, and whether members can ask it. */
export const Route = createFileRoute('/_shell/admin/agents')({
  validateSearch: agentsSearch,
  loader: async ({ context: { session, queryClient } }) => {
    if (!isAdmin(session)) return
    const { agentsQuery } = await import('~/web/admin/agents/queries.ts')
    const listed = queryClient.prefetchQuery(agentsQuery)
    // The first page comes with its cards; in the browser the page itself shows what loads.
    if (import.meta.env.SSR) await listed
  },
  component: AgentsPage,
  codeSplitGroupings: [],
})
