import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import type { Entry } from '~/contract/conversations.ts'
import { hasCode } from '~/contract/errors.ts'
import { onFirstInput } from '~/ui/first-input.ts'
import { Loader } from '~/ui/loader.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { AgentGrid } from './agents/agent-grid.tsx'
import { Composer } from './composer/composer.tsx'
import { useChoice } from './composer/use-choice.ts'
import { loadRunAnswer, preloadAnswers, ShownConversation } from './conversation-part.ts'
import type { EntrySearch } from './entry-search.ts'
import { useFollowing } from './answers/use-following.ts'
import { type LiveKey, useLiveHead } from './answers/live-answers.ts'
import { useOffered } from './agents/offered-agents.ts'
import { entriesQuery } from './queries.ts'
import { useMarkRead } from './answers/unread.ts'

const MissingConversation = lazy(() => import('./messages/missing-conversation.tsx'))

interface ChatPageProps {
  /** `null` is a new one. */
  conversationId: number | null
  reveal: EntrySearch
}

/** A conversation and the box to go on with it. */
export function ChatPage({ conversationId, reveal }: ChatPageProps) {
  const key = conversationId ?? 'new'
  const settings = useOffered()
  const { data: entries, error } = useQuery({ ...entriesQuery(conversationId ?? 0), enabled: conversationId !== null })
  const live = useLiveHead(key)
  const choice = useChoice(key, lastQuestion(entries?.data), settings)

  useFollowing(conversationId, entries?.data)
  useMarkRead(conversationId)
  useEffect(() => onFirstInput(preloadAnswers), [])

  if (isMissing(error)) {
    return (
      <Suspense fallback={<Loader />}>
        <MissingConversation />
      </Suspense>
    )
  }
  const agents = <AgentGrid settings={settings} choice={choice} />
  return (
    <div className="flex h-full flex-col">
      {conversationId === null && !live ? (
        <div className="relative min-h-0 flex-1">{agents}</div>
      ) : (
        <Suspense fallback={<Loader />}>
          <ShownConversation
            conversationId={conversationId}
            entries={entries?.data}
            live={live}
            reveal={reveal}
            error={error}
            choice={choice}
            empty={agents}
          />
        </Suspense>
      )}
      <Composer
        of={key}
        settings={settings}
        choice={choice}
        streaming={live?.status === 'streaming'}
        onStop={() => stop(key).catch((cause: unknown) => toast.error(errorMessage(cause)))}
      />
    </div>
  )
}

const stop = async (key: LiveKey) => (await loadRunAnswer()).stopAnswer(key)

const isMissing = (error: Error | null) => hasCode(error, 'does_not_exist')

/** Agent and model are taken up from the last question. */
function lastQuestion(entries: readonly Entry[] | undefined) {
  const content = entries?.findLast(({ content }) => content.version === 1)?.content
  return content?.version === 1 ? content : undefined
}
