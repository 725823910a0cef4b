import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any unknown path leads to the chat. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/chat/{-$conversationId}' })
  },
})
