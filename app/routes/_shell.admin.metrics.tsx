import { createFileRoute } from '@tanstack/react-router'
import { isAdmin } from '~/web/admin/admin-session.ts'
import { metricsSearch } from '~/web/admin/metrics/metrics-search.ts'
import { memberPage } from '~/web/session/member-page.ts'

const MetricsPage = memberPage(() => import('~/web/admin/metrics/metrics-page.tsx'), 'MetricsPage')

/** What the organisation used, and its quotas. */
export const Route = createFileRoute('/_shell/admin/metrics')({
  validateSearch: metricsSearch,
  loaderDeps: ({ search: { page, name, month, chart } }) => ({ page, name, month, chart }),
  loader: async ({ context: { session, queryClient }, deps }) => {
    if (!isAdmin(session)) return
    const { prefetchMetrics } = await import('~/web/admin/metrics/queries.ts')
    const listed = prefetchMetrics(queryClient, deps)
    // The first page comes with its rows; in the browser the table itself shows what loads.
    if (import.meta.env.SSR) await listed
  },
  component: MetricsPage,
  codeSplitGroupings: [],
})
