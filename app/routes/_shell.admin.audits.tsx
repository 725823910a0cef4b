import { createFileRoute } from '@tanstack/react-router'
import { adminLoader, adminPage } from '~/web/admin/admin-screen.ts'
import { auditsSearch } from '~/web/admin/audits/audits-search.ts'

/** What was asked and answered, and what admins did. */
export const Route = createFileRoute('/_shell/admin/audits')({
  validateSearch: auditsSearch,
  loaderDeps: ({ search: { tab, page, user, conversation, feedback, start, end } }) => ({
    tab,
    page,
    user,
    conversation,
    feedback,
    start,
    end,
  }),
  loader: adminLoader('audits'),
  component: adminPage('audits'),
  codeSplitGroupings: [],
})
