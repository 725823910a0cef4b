import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'

/** Which models members see, and what each may cost. */
export const Route = createFileRoute('/_shell/admin/models')({
  loader: adminLoader('models'),
  component: adminPage('models'),
  codeSplitGroupings: [],
})
