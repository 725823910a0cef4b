import { createFileRoute } from '@tanstack/react-router'
import { chatSettingsQuery, entriesQuery } from '~/web/chat/queries.ts'
import { memberPage } from '~/web/session/member-page.ts'

const ChatPage = memberPage(() => import('~/web/chat/chat-page.tsx'), 'ChatPage')

/** `/chat`, `/chat/0` and whatever is not a number are a new conversation (spec, section 2). */
const idOf = (param: string | undefined) => (param && /^[1-9]\d{0,15}$/.test(param) ? Number(param) : null)

export const Route = createFileRoute('/_shell/chat/{-$conversationId}')({
  loader: async ({ context: { queryClient, session }, params }) => {
    if (session.state !== 'member') return
    const id = idOf(params.conversationId)
    const loaded = Promise.all([
      queryClient.prefetchQuery(chatSettingsQuery),
      id !== null && queryClient.prefetchQuery(entriesQuery(id)),
    ])
    // The first page comes with its messages; in the browser the conversation itself shows what loads.
    if (import.meta.env.SSR) await loaded
  },
  component: Chat,
  codeSplitGroupings: [],
})

function Chat() {
  return <ChatPage conversationId={idOf(Route.useParams().conversationId)} />
}

Chat.preload = ChatPage.preload
