import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import type { Entry } from '~/contract/conversations.ts'
import { hasCode } from '~/contract/errors.ts'
import { onFirstInput } from '~/ui/first-input.ts'
import { Loader } from '~/ui/loader.tsx'
import { toast } from '~/ui/toast.ts'
import { lazyPart } from '~/ui/retry-import.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { AgentGrid } from './agents/agent-grid.tsx'
import { Composer } from './composer/composer.tsx'
import { useChoice } from './composer/use-choice.ts'
import { loadRunAnswer, preloadAnswers, ShownConversation } from './conversation-part.ts'
import { questionIn } from './entries.ts'
import type { EntrySearch } from './entry-search.ts'
import { useFollowing } from './answers/use-following.ts'
import { useLiveHead } from './answers/live-answers.ts'
import { useOffered } from './agents/offered-agents.ts'
import { entriesOf } from './queries.ts'
import { useMarkRead } from './answers/unread.ts'
import type { ConversationKey } from './conversation-key.ts'

const MissingConversation = lazyPart(() => import('./messages/missing-conversation.tsx'))

interface ChatPageProps {
  conversation: ConversationKey
  reveal: EntrySearch
}

/** A conversation and the box to go on with it. */
export function ChatPage({ conversation, reveal }: ChatPageProps) {
  const offered = useOffered()
  const { data: entries, error, refetch } = useQuery(entriesOf(conversation))
  const live = useLiveHead(conversation)
  const choice = useChoice(conversation, lastQuestion(entries?.data), offered)

  useFollowing(conversation, entries?.data)
  useMarkRead(conversation)
  useEffect(() => onFirstInput(preloadAnswers), [])

  if (isMissing(error)) {
    return (
      <Suspense fallback={<Loader />}>
        <MissingConversation />
      </Suspense>
    )
  }
  const agents = <AgentGrid offered={offered} choice={choice} />
  return (
    <div className="flex h-full flex-col">
      {conversation === 'new' && !live ? (
        <div className="relative min-h-0 flex-1">{agents}</div>
      ) : (
        <Suspense fallback={<Loader />}>
          <ShownConversation
            conversation={conversation}
            entries={entries?.data}
            live={live}
            reveal={reveal}
            error={error}
            onRetry={() => void refetch()}
            choice={choice}
            empty={agents}
          />
        </Suspense>
      )}
      <Composer
        of={conversation}
        offered={offered}
        choice={choice}
        streaming={live?.status === 'streaming'}
        onStop={() => stop(conversation).catch((cause: unknown) => toast.error(errorMessage(cause)))}
      />
    </div>
  )
}

const stop = async (key: ConversationKey) => (await loadRunAnswer()).stopAnswer(key)

const isMissing = (error: Error | null) => hasCode(error, 'does_not_exist')

/** The next question goes to its agent and model. */
function lastQuestion(entries: readonly Entry[] = []) {
  const last = entries.findLast(questionIn)
  return last && questionIn(last)
}
