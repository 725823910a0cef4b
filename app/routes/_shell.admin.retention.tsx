import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'
import { retentionSearch } from '~/web/admin/retention/retention-search.ts'

/** For how long what members make is kept, and whose is kept whatever the periods say. */
export const Route = createFileRoute('/_shell/admin/retention')({
  validateSearch: retentionSearch,
  loaderDeps: ({ search: { tab, page } }) => ({ tab, page }),
  loader: adminLoader('retention'),
  component: adminPage('retention'),
  codeSplitGroupings: [],
})
