import { createFileRoute } from '@tanstack/react-router'
import { isAdmin } from '~/web/admin/admin-session.ts'
import { rulesSearch } from '~/web/admin/rules/rules-search.ts'
import { memberPage } from '~/web/session/member-page.ts'

const RulesPage = memberPage(() => import('~/web/admin/rules/rules-page.tsx'), 'RulesPage')

/** The blocked keywords. */
export const Route = createFileRoute('/_shell/admin/rules')({
  validateSearch: rulesSearch,
  loaderDeps: ({ search: { page, keyword } }) => ({ page, keyword }),
  loader: async ({ context: { session, queryClient }, deps }) => {
    if (!isAdmin(session)) return
    const { keywordsQuery } = await import('~/web/admin/rules/queries.ts')
    const listed = queryClient.prefetchQuery(keywordsQuery(deps))
    // The first page comes with its rows; in the browser the table itself shows what loads.
    if (import.meta.env.SSR) await listed
  },
  component: RulesPage,
  codeSplitGroupings: [],
})
