import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { InOneGo } from '~/ui/in-one-go.tsx'
import { AdminMenu } from '~/web/admin/admin-menu-part.ts'
import { isAdmin } from '~/web/admin/admin-session.ts'

/** The admin area: nobody else gets past here, and no loader below it runs for them. */
export const Route = createFileRoute('/_shell/admin')({
  beforeLoad: ({ context: { session } }) => {
    if (session.state === 'member' && !isAdmin(session)) throw redirect({ to: '/chat/{-$conversationId}' })
  },
  component: Admin,
  codeSplitGroupings: [],
})

function Admin() {
  return (
    <InOneGo>
      <Outlet />
    </InOneGo>
  )
}

/** Its menu comes with its first page. */
Admin.preload = async () => AdminMenu.preload?.()
