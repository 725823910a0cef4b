import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'

/** How models, processing and storage are. */
export const Route = createFileRoute('/_shell/admin/system')({
  loader: adminLoader('system'),
  component: adminPage('system'),
  codeSplitGroupings: [],
})
