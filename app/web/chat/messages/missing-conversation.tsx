import { Link } from '@tanstack/react-router'
import { MessageSquareOff } from 'lucide-react'
import { m } from '~/paraglide/messages'

/** In place of a conversation that was deleted, or that is somebody else's: nobody is told which. */
const MissingConversation = () => (
  <section role="alert" className="mx-auto flex h-full max-w-sm flex-col items-center justify-center p-6 text-center">
    <MessageSquareOff aria-hidden className="size-8 text-faint" strokeWidth={1.5} />
    <h1 className="mt-4 text-lg font-semibold">{m.conversation_missing()}</h1>
    <p className="mt-1 text-sm text-muted">{m.conversation_missing_hint()}</p>
    <Link
      to="/chat/{-$conversationId}"
      params={{ conversationId: undefined }}
      className="mt-6 inline-flex h-10 items-center rounded-md bg-accent px-4 font-medium text-accent-ink hover:bg-accent-hover"
    >
      {m.nav_new_conversation()}
    </Link>
  </section>
)

export default MissingConversation
