import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/admin/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/users' })
  },
})
