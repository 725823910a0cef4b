import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'
import { usersSearch } from '~/web/admin/users/users-search.ts'

/** The organisation's users. */
export const Route = createFileRoute('/_shell/admin/users')({
  validateSearch: usersSearch,
  loaderDeps: ({ search: { page, email, sort } }) => ({ page, email, sort }),
  loader: adminLoader('users'),
  component: adminPage('users'),
  codeSplitGroupings: [],
})
