import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any unknown path of the admin area leads to the users (spec, section 2). */
export const Route = createFileRoute('/_shell/admin/$')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/users' })
  },
})
