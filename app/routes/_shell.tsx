import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { InOneGo } from '~/ui/in-one-go.tsx'
import { lazyPart } from '~/ui/retry-import.ts'
import { previewSearch } from '~/web/files/preview/preview-search.ts'
import { memberPage } from '~/web/session/member-page.ts'

const Shell = memberPage(() => import('~/web/shell/shell.tsx'), 'Shell')

/** Loaded with the first file that is opened, both parts at once. */
const PreviewHost = lazyPart(async () => {
  const parts = [
    import('~/web/files/preview/preview-host.tsx'),
    import('~/web/files/preview/preview-overlay.tsx'),
  ] as const
  return { default: (await Promise.all(parts))[0].PreviewHost }
})

/** Everything that a member sees is inside the shell; the preview lies over any of its pages and is part of their address. */
export const Route = createFileRoute('/_shell')({
  validateSearch: previewSearch,
  loader: async ({ context }) => {
    if (context.session.state !== 'member') return
    const { conversationsQuery } = await import('~/web/chat/queries.ts')
    const listed = context.queryClient.prefetchQuery(conversationsQuery)
    // The first page comes with its rows; in the browser the list itself shows what loads.
    if (import.meta.env.SSR) await listed
  },
  component: ShellPage,
  codeSplitGroupings: [],
})

function ShellPage() {
  const { preview, preview_page } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <Shell>
      <InOneGo>
        <Outlet />
      </InOneGo>
      {preview !== undefined && (
        <Suspense>
          <PreviewHost
            fileId={preview}
            page={preview_page}
            onClose={() =>
              navigate({
                to: '.',
                search: (rest) => ({ ...rest, preview: undefined, preview_page: undefined }),
                resetScroll: false,
              })
            }
          />
        </Suspense>
      )}
    </Shell>
  )
}

// Asked for when it is called: the router drops it from the shell once that is loaded.
ShellPage.preload = () => Shell.preload?.()
