import { createFileRoute, redirect } from '@tanstack/react-router'

/** `/admin` itself and any unknown path of the admin area lead to the users. */
export const Route = createFileRoute('/_shell/admin/$')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/users' })
  },
})
