import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type AgentType, defaultAgent, defaultModel } from '~/contract/defaults.ts'
import type { Entry } from '~/contract/conversations.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { m } from '~/paraglide/messages'
import { AgentGrid } from './agent-grid.tsx'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { useDraft } from './draft.ts'
import { useLiveAnswer } from './live-answers.ts'
import { messagesOf } from './messages.ts'
import { chatSettingsQuery, entriesQuery } from './queries.ts'
import { askQuestion, followAnswer, stopAnswer } from './run-answer.ts'

/** A conversation and the box to go on with it; `null` is a new one. */
export function ChatPage({ conversationId }: { conversationId: number | null }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: settings } = useQuery(chatSettingsQuery)
  const { data: entries, error } = useQuery({ ...entriesQuery(conversationId ?? 0), enabled: conversationId !== null })
  const live = useLiveAnswer(conversationId ?? 'new')
  const [text, setText] = useDraft(conversationId ?? 'new')
  const [choice, setChoice] = useState<{ agent?: AgentType; model?: string }>({})
  const agent = choice.agent ?? lastQuestion(entries?.data)?.selected_pipeline ?? defaultAgent
  const model = choice.model ?? lastQuestion(entries?.data)?.selected_model ?? defaultModel

  useFollowing(conversationId, entries?.data)
  // The first answer should find it loaded.
  useEffect(() => void import('./answer-text.tsx'), [])

  const send = async () => {
    const query = text.trim()
    if (!query) return void toast.error(m.error_empty_question())
    setText('')
    try {
      await askQuestion({
        queryClient,
        conversationId,
        text: query,
        agent,
        ...(model !== defaultModel && { model }),
        onAccepted: (id) => {
          if (conversationId === null && isNewConversation()) {
            void navigate({ to: '/chat/{-$conversationId}', params: { conversationId: String(id) }, replace: true })
          }
        },
      })
    } catch (cause) {
      setText(query)
      toast.error(errorMessage(cause))
    }
  }

  const messages = messagesOf(entries?.data ?? [], live)
  return (
    <div className="flex h-full flex-col">
      <Conversation
        key={conversationId ?? 'new'}
        messages={messages}
        loading={conversationId !== null && !entries && !live && !error}
        error={error}
        empty={
          <AgentGrid settings={settings} agent={agent} onAgent={(next) => setChoice({ ...choice, agent: next })} />
        }
      />
      <div className="mx-auto w-full max-w-3xl px-3 pb-3 sm:px-6 sm:pb-5">
        <Composer
          text={text}
          onText={setText}
          settings={settings}
          agent={agent}
          onAgent={(next) => setChoice({ ...choice, agent: next })}
          model={model}
          onModel={(next) => setChoice({ ...choice, model: next })}
          busy={live?.status === 'streaming'}
          onSend={send}
          onStop={() =>
            conversationId !== null &&
            stopAnswer(conversationId).catch((cause: unknown) => toast.error(errorMessage(cause)))
          }
        />
      </div>
    </div>
  )
}

/** Goes on reading an answer that was being written when the page was loaded. */
function useFollowing(conversationId: number | null, entries: Entry[] | undefined) {
  const queryClient = useQueryClient()
  const last = entries?.at(-1)?.content
  const running = last?.version === 2 && last.status === 'streaming' ? last.response_pipeline : undefined
  useEffect(() => {
    if (conversationId === null || !running) return
    followAnswer(queryClient, conversationId, running).catch((cause: unknown) => toast.error(errorMessage(cause)))
  }, [conversationId, running, queryClient])
}

/** Agent and model are taken up from the last question (spec, section 3, Conversation). */
const lastQuestion = (entries: Entry[] | undefined) =>
  entries?.map(({ content }) => content).findLast((content) => content.version === 1)

/** Whether the reader is still where the question was asked, and has not gone elsewhere meanwhile. */
const isNewConversation = () => /^\/chat(\/0)?\/?$/.test(location.pathname)
