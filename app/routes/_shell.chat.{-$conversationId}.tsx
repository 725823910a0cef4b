import { createFileRoute } from '@tanstack/react-router'
import type { ConversationKey } from '~/web/chat/conversation-key.ts'
import { preloadConversation, ShownConversation } from '~/web/chat/conversation-part.ts'
import { entrySearch } from '~/web/chat/entry-search.ts'
import { isMember, memberPage } from '~/web/session/member-page.ts'

const ChatPage = memberPage(() => import('~/web/chat/chat-page.tsx'), 'ChatPage')

/** `/chat`, `/chat/0` and whatever is not a number are a new conversation. */
const keyOf = (param: string | undefined): ConversationKey =>
  param && /^[1-9]\d{0,15}$/.test(param) ? Number(param) : 'new'

export const Route = createFileRoute('/_shell/chat/{-$conversationId}')({
  validateSearch: entrySearch,
  loader: async ({ context: { queryClient, session }, params, location }) => {
    if (session.state !== 'member') return
    const id = keyOf(params.conversationId)
    // Its code beside its messages.
    if (id !== 'new') preloadConversation()
    const { chatSettingsQuery, enabledAgentsQuery, entriesQuery } = await import('~/web/chat/queries.ts')
    const loaded = Promise.all([
      queryClient.prefetchQuery(chatSettingsQuery),
      queryClient.prefetchQuery(enabledAgentsQuery),
      id !== 'new' && queryClient.prefetchQuery(entriesQuery(id)),
    ])
    // The first page comes with its messages, drawn; in the browser the conversation itself shows what loads.
    if (import.meta.env.SSR) {
      await loaded
      if (id === 'new') return
      const { prepareConversation } = await import('~/web/chat/draw-on-server.ts')
      await prepareConversation(queryClient, id, entrySearch(location.search))
    }
  },
  // A conversation begins at its end, so the page is shown when that is read.
  head: ({ params }) =>
    keyOf(params.conversationId) === 'new'
      ? {}
      : { links: [{ rel: 'expect', href: '#end-of-messages', blocking: 'render' }] },
  component: Chat,
  codeSplitGroupings: [],
})

function Chat() {
  return <ChatPage conversation={keyOf(Route.useParams().conversationId)} reveal={Route.useSearch()} />
}

/** A conversation that is opened by its address is whole before it comes to life. */
Chat.preload = async () => {
  const isOpen = import.meta.env.SSR || /^\/chat\/[1-9]/.test(location.pathname)
  await Promise.all([ChatPage.preload?.(), isOpen && isMember() && ShownConversation.preload()])
}
