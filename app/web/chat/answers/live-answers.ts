import { useCallback, useSyncExternalStore } from 'react'
import type { AgentType, AnswerEvent, Attachment, Reference } from '~/contract/chat.ts'
import type { AnswerStatus } from '~/contract/conversations.ts'
import { createListeners } from '~/ui/listeners.ts'
import type { ConversationKey } from '../conversation-key.ts'

/** What changes seldom in the answer that is being written in a conversation. */
export interface LiveHead {
  /** The question it answers; null where another tab, or this one before a reload, asked it. */
  question: LiveQuestion | null
  /** The stored question's entry, as soon as the server has named it. */
  questionId: number | null
  /** The stored answer's entry, as soon as the server has named it. */
  entryId: number | null
  agent: AgentType
  status: AnswerStatus
  errorCode: string | null
  /** True while the connection is lost and being reopened. */
  reconnecting: boolean
  /** The reader has stopped it, and the server is being told. */
  stopping: boolean
}

/** A question that may not have reached the server yet. */
export interface LiveQuestion {
  text: string
  /** When it was asked, ISO 8601. */
  time: string
  agent: AgentType
  model: string
  attachments: readonly Attachment[]
  /** The entries that it takes the place of. */
  overwrites: readonly number[]
}

/** The answer that is being written in a conversation, as far as this tab has read it. */
export interface LiveAnswer extends LiveHead {
  text: string
  references: Reference[]
  attachments: Attachment[]
}

/** An answer of which nothing has been read yet. */
export const newLiveAnswer = (agent: AgentType): LiveAnswer => ({
  question: null,
  questionId: null,
  entryId: null,
  agent,
  text: '',
  references: [],
  attachments: [],
  status: 'streaming',
  errorCode: null,
  reconnecting: false,
  stopping: false,
})

const answers = new Map<ConversationKey, { answer: LiveAnswer; head: LiveHead }>()
const changes = createListeners()
const none: ReadonlySet<ConversationKey> = new Set()
let running = none
let frame = 0

/** The answer that is being written in one conversation: a new object with every frame in which it grew. */
export const useLiveAnswer = (key: ConversationKey) =>
  useStore(
    useCallback(() => answers.get(key)?.answer, [key]),
    undefined,
  )

/** The same without its text: the same object until something other than the text changes. */
export const useLiveHead = (key: ConversationKey) =>
  useStore(
    useCallback(() => answers.get(key)?.head, [key]),
    undefined,
  )

/** Where answers are being written: the same set until one begins or ends. */
export const useLiveAnswers = () => useStore(() => running, none)

/** Calls `listener` after each change; returns a function that stops it. */
export const onLiveChange = changes.subscribe

export const liveAnswer = (key: ConversationKey) => answers.get(key)?.answer

/** Listeners are notified of more text once a frame, however many events bring it, and of anything else at once. */
export function setLiveAnswer(key: ConversationKey, answer: LiveAnswer) {
  const before = answers.get(key)?.head
  const head = headOf(answer)
  const same = before !== undefined && sameHead(before, head)
  answers.set(key, { answer, head: same ? before : head })
  if (same) frame ||= requestAnimationFrame(tell)
  else tell()
}

/** Changes a live answer; one that is gone stays gone. */
export function updateLiveAnswer(key: ConversationKey, update: (answer: LiveAnswer) => LiveAnswer) {
  const kept = answers.get(key)
  if (kept) setLiveAnswer(key, update(kept.answer))
}

/** The server has named the conversation. */
export function moveLiveAnswer(from: ConversationKey, to: ConversationKey) {
  const kept = answers.get(from)
  if (!kept || from === to) return
  answers.delete(from)
  answers.set(to, kept)
  tell()
}

export function removeLiveAnswer(key: ConversationKey) {
  if (answers.delete(key)) tell()
}

/** What an event of the stream makes of an answer. */
export function withEvent(answer: LiveAnswer, { event, data }: AnswerEvent): LiveAnswer {
  if (event === 'done') {
    return { ...answer, entryId: data.entry_id, status: answer.status === 'streaming' ? 'done' : answer.status }
  }
  if (event === 'control') {
    if ('info' in data) {
      const { assistant_selected: agent, prompt_id: questionId, entry_id } = data.info
      return { ...answer, agent, questionId, entryId: entry_id ?? answer.entryId }
    }
    if ('error' in data)
      return {
        ...answer,
        status: data.error.code === 'request_aborted_user' ? 'stopped' : 'failed',
        errorCode: data.error.code,
      }
    return answer
  }
  if ('delta' in data) return { ...answer, text: answer.text + data.delta }
  if ('text' in data) return { ...answer, text: data.text }
  if ('references' in data) return { ...answer, references: data.references }
  return { ...answer, attachments: data.attachments }
}

function headOf(answer: LiveAnswer): LiveHead {
  const { question, questionId, entryId, agent, status, errorCode, reconnecting, stopping } = answer
  return { question, questionId, entryId, agent, status, errorCode, reconnecting, stopping }
}

const sameHead = (one: LiveHead, other: LiveHead) =>
  (Object.keys(one) as (keyof LiveHead)[]).every((field) => Object.is(one[field], other[field]))

/** Notifies listeners now. Frames are not drawn in a hidden tab: what must be known there does not wait for one. */
function tell() {
  cancelAnimationFrame(frame)
  frame = 0
  const next = [...answers].flatMap(([key, { head }]) => (head.status === 'streaming' ? [key] : []))
  if (next.length !== running.size || next.some((key) => !running.has(key))) running = new Set(next)
  changes.notify()
}

/**
 * @param drawn what the server drew by, for which the store is empty. The page comes to life in parts: while the last is taken over
 *   as it was drawn, the first may already have asked again what waited in the tab.
 */
const useStore = <Value>(snapshot: () => Value, drawn: Value) =>
  useSyncExternalStore(changes.subscribe, snapshot, () => drawn)
