import { createFileRoute } from '@tanstack/react-router'
import { syncSession } from '~/web/session/sync.ts'

/**
 * Firebase's token sync (`_authTokenSyncURL`): POST keeps the bearer's token for the first byte of later page views.
 * DELETE is answered and ignored: every signed-out tab sends one when it loads, and would end the session of the others.
 * Logging out is `endSession`.
 */
export const Route = createFileRoute('/session')({
  server: {
    handlers: {
      POST: ({ request, context }) => syncSession(request, context),
      DELETE: () => new Response(null, { status: 204 }),
    },
  },
})
