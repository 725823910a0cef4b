import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'
import { metricsSearch } from '~/web/admin/metrics/metrics-search.ts'

/** What the organisation used, and its quotas. */
export const Route = createFileRoute('/_shell/admin/metrics')({
  validateSearch: metricsSearch,
  loaderDeps: ({ search: { page, name, month, chart } }) => ({ page, name, month, chart }),
  loader: adminLoader('metrics'),
  component: adminPage('metrics'),
  codeSplitGroupings: [],
})
