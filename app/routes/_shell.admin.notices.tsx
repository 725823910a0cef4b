import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'

/** What all members are told. */
export const Route = createFileRoute('/_shell/admin/notices')({
  loader: adminLoader('notices'),
  component: adminPage('notices'),
  codeSplitGroupings: [],
})
