import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'
import { agentsSearch } from '~/web/admin/agents/agents-search.ts'

/** What each agent may do, and whether members can ask it. */
export const Route = createFileRoute('/_shell/admin/agents')({
  validateSearch: agentsSearch,
  loader: adminLoader('agents'),
  component: adminPage('agents'),
  codeSplitGroupings: [],
})
