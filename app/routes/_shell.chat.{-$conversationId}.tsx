import { createFileRoute } from '@tanstack/react-router'
import { ChatPage } from '~/web/chat/chat-page.tsx'
import { chatSettingsQuery, entriesQuery } from '~/web/chat/queries.ts'

/** `/chat`, `/chat/0` and whatever is not a number are a new conversation (spec, section 2). */
const idOf = (param: string | undefined) => (param && /^[1-9]\d{0,15}$/.test(param) ? Number(param) : null)

export const Route = createFileRoute('/_shell/chat/{-$conversationId}')({
  loader: async ({ context: { queryClient, session }, params }) => {
    if (session.state !== 'member') return
    const id = idOf(params.conversationId)
    await Promise.all([
      queryClient.ensureQueryData(chatSettingsQuery),
      // A conversation that cannot be loaded says so in its place, not on a page of its own.
      id !== null && queryClient.prefetchQuery(entriesQuery(id)),
    ])
  },
  component: () => <ChatPage conversationId={idOf(Route.useParams().conversationId)} />,
})
