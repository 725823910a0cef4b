import type { QueryClient } from '@tanstack/react-query'
import { defaultModel } from '~/contract/defaults.ts'
import type { Entry } from '~/contract/conversations.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { loadRunAnswer } from '../conversation-part.ts'
import { liveAnswer } from '../answers/live-answers.ts'
import { entriesQuery } from '../queries.ts'
import { attachmentsOf, type Question, withoutQuestion, withReturned } from './draft.ts'
import type { DraftStore } from './draft-store.ts'
import { problemText } from './problem-text.ts'
import { lastAnswerOf, turnOf } from './queue.ts'
import type { ConversationKey } from '../conversation-key.ts'

interface OutboxOptions {
  drafts: DraftStore
  queryClient: QueryClient
  /** A question of a new conversation was accepted, which now has a number. */
  onNumbered: (conversationId: number) => void
}

/** Questions that this page view is asking; one that another page view had begun to ask is asked once more. */
const asking = new Set<string>()

/** Sends the first question of a conversation's queue if it is its turn, and gives the queue back where its turn never comes. */
export function advance(key: ConversationKey, options: OutboxOptions) {
  const { drafts, queryClient } = options
  const { queue } = drafts.get(key)
  const first = queue[0]
  if (!first || asking.has(first.id) || liveAnswer(key)) return
  switch (turnOf(first, lastAnswerOf(settledEntries(queryClient, key)))) {
    case 'send':
      return void send(key, first, options)
    case 'return':
      if (first.files.some(({ status }) => status === 'failed')) toast.error(problemText('file_not_read'))
      return drafts.update(key, (draft) => withReturned(draft, queue))
  }
}

/** Asks a question. One that the server refuses goes back into the box with those after it, and the reason is shown. */
async function send(key: ConversationKey, question: Question, { drafts, queryClient, onNumbered }: OutboxOptions) {
  const { id, text, agent, model, files } = question
  let accepted = false
  const accept = (conversationId: number) => {
    if (accepted) return
    accepted = true
    drafts.update(key, (draft) => withoutQuestion(draft, id))
    if (key !== 'new') return
    drafts.move('new', conversationId)
    onNumbered(conversationId)
  }

  asking.add(id)
  drafts.update(key, (draft) => ({
    ...draft,
    queue: draft.queue.map((each) => (each.id === id ? { ...each, sent: true } : each)),
  }))
  // Whatever happens to the page from here on, the question is in the tab's storage until the server has it.
  drafts.write()
  try {
    const { askQuestion } = await loadRunAnswer()
    await askQuestion({
      queryClient,
      conversation: key,
      text,
      agent,
      ...(model !== defaultModel && { model }),
      attachments: attachmentsOf(files),
      idempotencyKey: id,
      onAccepted: accept,
    })
  } catch (cause) {
    if (!accepted) drafts.update(key, (draft) => withReturned(draft, draft.queue))
    toast.error(errorMessage(cause))
  } finally {
    asking.delete(id)
  }
}

/** The messages of a conversation, unless they are known to be out of date. */
function settledEntries(queryClient: QueryClient, key: ConversationKey): Entry[] | undefined {
  if (key === 'new') return undefined
  const state = queryClient.getQueryState(entriesQuery(key).queryKey)
  return state?.isInvalidated || state?.fetchStatus === 'fetching' ? undefined : state?.data?.data
}
