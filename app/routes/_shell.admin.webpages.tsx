import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'
import { webpagesSearch } from '~/web/admin/webpages/webpages-search.ts'

/** The crawled sites and their pages. */
export const Route = createFileRoute('/_shell/admin/webpages')({
  validateSearch: webpagesSearch,
  loaderDeps: ({ search: { page, name } }) => ({ page, name }),
  loader: adminLoader('webpages'),
  component: adminPage('webpages'),
  codeSplitGroupings: [],
})
