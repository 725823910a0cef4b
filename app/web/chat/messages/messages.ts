import type { AgentType, Attachment, Reference } from '~/contract/chat.ts'
import type { AnswerStatus, Entry, Feedback } from '~/contract/conversations.ts'
import { defaultModel } from '~/contract/defaults.ts'
import { answerIn, questionIn, type StoredAnswer } from '../entries.ts'
import type { LiveHead, LiveQuestion } from '../answers/live-answers.ts'

/** A message as the page shows it, whether it is stored or still being written. */
export type Message = QuestionMessage | AnswerMessage

export interface QuestionMessage {
  type: 'question'
  /** Its entry; null until the server has said it. */
  id: number | null
  text: string
  attachments: readonly Attachment[]
}

export interface AnswerMessage {
  type: 'answer'
  /** Its entry; null until the server has said it. */
  id: number | null
  /** It is being written: its text and sources are those of the live answer, whoever draws it looks there. */
  live: boolean
  text: string
  agent: AgentType
  /** The model that was chosen for its question; null where the choice was left to the server. */
  model: string | null
  references: Reference[]
  attachments: readonly Attachment[]
  status: AnswerStatus
  errorCode: string | null
  feedback: Feedback
  /** When it was last changed, ISO 8601; null while it is being written. */
  time: string | null
  reconnecting: boolean
}

/**
 * The stored messages, with the answer in the making at its place at the end. A message stays the same object as long as
 * its entry does, so that what did not change is not drawn again.
 */
export function messagesOf(entries: readonly Entry[], live: LiveHead | undefined): Message[] {
  const stored = entries.map((entry, index) => messageOf(entry, entries[index - 1]))
  if (!live || isStored(live, stored.at(-1))) return stored
  const replaced = new Set<number | null>(live.question?.overwrites)
  const kept = stored.filter(
    // The stored copy of what is being written says less than the live one.
    (message) => !replaced.has(message.id) && !(message.type === 'answer' && message.status === 'streaming'),
  )
  const question =
    live.question && kept.at(-1)?.type !== 'question' ? [liveQuestion(live.question, live.questionId)] : []
  return [...kept, ...question, liveAnswer(live)]
}

/** The live answer has ended, and its stored copy has come. */
const isStored = ({ entryId }: LiveHead, last: Message | undefined) =>
  last?.type === 'answer' && last.id === entryId && last.status !== 'streaming'

const made = new WeakMap<Entry, Message>()

/** `before` is the entry before it: an answer's question. */
function messageOf(entry: Entry, before: Entry | undefined): Message {
  const known = made.get(entry)
  if (known) return known
  const answer = answerIn(entry)
  const message = answer ? answerOf(entry, answer, before) : questionOf(entry)
  made.set(entry, message)
  return message
}

const questionOf = (entry: Entry): QuestionMessage => ({
  type: 'question',
  id: entry.id,
  text: questionIn(entry)!.text,
  attachments: entry.file_attachments,
})

const answerOf = (
  { id, file_attachments: attachments, updated_at }: Entry,
  answer: StoredAnswer,
  before: Entry | undefined,
): AnswerMessage => ({
  type: 'answer',
  id,
  live: false,
  ...answer,
  model: chosenModel((before && questionIn(before)?.model) ?? defaultModel),
  attachments,
  time: answer.status === 'streaming' ? null : updated_at,
  reconnecting: false,
})

const asked = new WeakMap<LiveQuestion, QuestionMessage>()

function liveQuestion(question: LiveQuestion, id: number | null): QuestionMessage {
  const known = asked.get(question)
  if (known?.id === id) return known
  const message: QuestionMessage = { type: 'question', id, text: question.text, attachments: question.attachments }
  asked.set(question, message)
  return message
}

const liveAnswer = ({ entryId, question, agent, status, errorCode, reconnecting }: LiveHead): AnswerMessage => ({
  type: 'answer',
  id: entryId,
  live: true,
  text: '',
  agent,
  model: question && chosenModel(question.model),
  references: [],
  attachments: [],
  status,
  errorCode,
  feedback: 'unknown',
  time: null,
  reconnecting,
})

const chosenModel = (model: string) => (model === defaultModel ? null : model)
