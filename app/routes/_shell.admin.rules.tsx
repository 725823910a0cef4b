import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'
import { rulesSearch } from '~/web/admin/rules/rules-search.ts'

/** The blocked keywords. */
export const Route = createFileRoute('/_shell/admin/rules')({
  validateSearch: rulesSearch,
  loaderDeps: ({ search: { page, keyword } }) => ({ page, keyword }),
  loader: adminLoader('rules'),
  component: adminPage('rules'),
  codeSplitGroupings: [],
})
