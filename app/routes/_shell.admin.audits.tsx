import { createFileRoute } from '@tanstack/react-router'
import { isAdmin } from '~/web/admin/admin-session.ts'
import { auditsSearch } from '~/web/admin/audits/audits-search.ts'
import { memberPage } from '~/web/session/member-page.ts'

const AuditsPage = memberPage(() => import('~/web/admin/audits/audits-page.tsx'), 'AuditsPage')

/** What was asked and answered, and what admins did (spec, section 2, Admin screens). */
export const Route = createFileRoute('/_shell/admin/audits')({
  validateSearch: auditsSearch,
  loaderDeps: ({ search: { tab, page, user, conversation, start, end } }) => ({
    tab,
    page,
    user,
    conversation,
    start,
    end,
  }),
  loader: async ({ context: { session, queryClient }, deps }) => {
    if (!isAdmin(session)) return
    const { actionsQuery, auditsQuery } = await import('~/web/admin/audits/queries.ts')
    const listed =
      deps.tab === 'actions'
        ? queryClient.prefetchQuery(actionsQuery(deps))
        : queryClient.prefetchQuery(auditsQuery(deps))
    // The first page comes with its rows; in the browser the table itself shows what loads.
    if (import.meta.env.SSR) await listed
  },
  component: AuditsPage,
  codeSplitGroupings: [],
})
