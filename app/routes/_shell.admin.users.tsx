import { createFileRoute } from '@tanstack/react-router'
import { isAdmin } from '~/web/admin/admin-session.ts'
import { usersSearch } from '~/web/admin/users/users-search.ts'
import { memberPage } from '~/web/session/member-page.ts'

const UsersPage = memberPage(() => import('~/web/admin/users/users-page.tsx'), 'UsersPage')

/** The organisation's users (spec, section 2, Admin screens). */
export const Route = createFileRoute('/_shell/admin/users')({
  validateSearch: usersSearch,
  loaderDeps: ({ search: { page, email, sort } }) => ({ page, email, sort }),
  loader: async ({ context: { session, queryClient }, deps }) => {
    if (!isAdmin(session)) return
    const { usersQuery } = await import('~/web/admin/users/queries.ts')
    const listed = queryClient.prefetchQuery(usersQuery(deps))
    // The first page comes with its rows; in the browser the table itself shows what loads.
    if (import.meta.env.SSR) await listed
  },
  component: UsersPage,
  codeSplitGroupings: [],
})
