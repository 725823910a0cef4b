import { createFileRoute } from '@tanstack/react-router'
import { isAdmin } from '~/web/admin/admin-session.ts'
import { webpagesSearch } from '~/web/admin/webpages/webpages-search.ts'
import { memberPage } from '~/web/session/member-page.ts'

const WebpagesPage = memberPage(() => import('~/web/admin/webpages/webpages-page.tsx'), 'WebpagesPage')

/** The crawled sites and their pages. */
export const Route = createFileRoute('/_shell/admin/webpages')({
  validateSearch: webpagesSearch,
  loaderDeps: ({ search: { page, name } }) => ({ page, name }),
  loader: async ({ context: { session, queryClient }, deps }) => {
    if (!isAdmin(session)) return
    const { sitesQuery, webpagesQuery } = await import('~/web/admin/webpages/queries.ts')
    const listed = Promise.all([queryClient.prefetchQuery(sitesQuery), queryClient.prefetchQuery(webpagesQuery(deps))])
    // The first page comes with its rows; in the browser the table itself shows what loads.
    if (import.meta.env.SSR) await listed
  },
  component: WebpagesPage,
  codeSplitGroupings: [],
})
