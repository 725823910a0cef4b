import { createFileRoute } from '@tanstack/react-router'
import { memberPage } from '~/web/session/member-page.ts'

const AuthorizePage = memberPage(() => import('~/web/oauth/authorize-page.tsx'), 'AuthorizePage')

/** Where a program leads a member to ask for leave. */
export const Route = createFileRoute('/authorize')({
  validateSearch: ({ request }): { request?: string } => (typeof request === 'string' ? { request } : {}),
  component: AuthorizePage,
  codeSplitGroupings: [],
})
