import { createFileRoute, Outlet } from '@tanstack/react-router'
import { previewSearch } from '~/web/files/preview-search.ts'
import { PreviewHost } from '~/web/files/preview-host.tsx'
import { conversationsQuery } from '~/web/chat/queries.ts'
import { Shell } from '~/web/shell/shell.tsx'

/** Everything that a member sees is inside the shell; the preview lies over any of its pages and is part of their address. */
export const Route = createFileRoute('/_shell')({
  validateSearch: previewSearch,
  loader: ({ context }) => {
    if (context.session.state === 'member') void context.queryClient.prefetchQuery(conversationsQuery)
  },
  component: ShellPage,
})

function ShellPage() {
  const { preview, page } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Shell>
      <Outlet />
      <PreviewHost
        fileId={preview}
        page={page}
        onClose={() => navigate({ to: '.', search: (rest) => ({ ...rest, preview: undefined, page: undefined }), resetScroll: false })}
      />
    </Shell>
  )
}
