import { createFileRoute } from '@tanstack/react-router'
import { memberPage } from '~/web/session/member-page.ts'

const ApiKeysPage = memberPage(() => import('~/web/api-keys/api-keys-page.tsx'), 'ApiKeysPage')

/** One's own keys for programs. */
export const Route = createFileRoute('/_shell/api-keys')({
  loader: async ({ context: { session, queryClient } }) => {
    if (session.state !== 'member') return
    const { apiKeysQuery } = await import('~/web/api-keys/queries.ts')
    const listed = queryClient.prefetchQuery(apiKeysQuery)
    // The first page comes with its rows; in the browser the table itself shows what loads.
    if (import.meta.env.SSR) await listed
  },
  component: ApiKeysPage,
  codeSplitGroupings: [],
})
