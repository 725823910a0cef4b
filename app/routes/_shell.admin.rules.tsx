import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'
import { keywordsSearch } from '~/web/admin/keywords/keywords-search.ts'

/** The blocked keywords. */
export const Route = createFileRoute('/_shell/admin/rules')({
  validateSearch: keywordsSearch,
  loaderDeps: ({ search: { page, keyword } }) => ({ page, keyword }),
  loader: adminLoader('keywords'),
  component: adminPage('keywords'),
  codeSplitGroupings: [],
})
