import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'
import { allApiKeysSearch } from '~/web/admin/api-keys/all-api-keys-search.ts'

/** The keys of all members and service accounts. */
export const Route = createFileRoute('/_shell/admin/api-keys')({
  validateSearch: allApiKeysSearch,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: adminLoader('api-keys'),
  component: adminPage('api-keys'),
  codeSplitGroupings: [],
})
