import { createFileRoute } from '@tanstack/react-router'
import { filesSearch } from '~/web/files/files-search.ts'
import { memberPage } from '~/web/session/member-page.ts'

const FilesPage = memberPage(() => import('~/web/files/library/files-page.tsx'), 'FilesPage')

/** The file library, and `/files/{id}#page={n}`, where links to a file lead. */
export const Route = createFileRoute('/_shell/files/{-$fileId}')({
  validateSearch: filesSearch,
  loaderDeps: ({ search: { page, name, groups } }) => ({ page, name, groups }),
  loader: async ({ context: { session, queryClient }, deps }) => {
    if (session.state !== 'member') return
    const { filesQuery } = await import('~/web/files/queries.ts')
    const listed = queryClient.prefetchQuery(filesQuery(deps, session.me.groups))
    // The first page comes with its rows; in the browser the table itself shows what loads.
    if (import.meta.env.SSR) await listed
  },
  component: FilesPage,
  codeSplitGroupings: [],
})
