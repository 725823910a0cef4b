import { useSyncExternalStore } from 'react'
import type { AgentType, AnswerEvent, Attachment, Reference } from '~/contract/chat.ts'
import type { AnswerStatus } from '~/contract/conversations.ts'

/** The answer that is being written in a conversation, as far as this tab has read it. */
export interface LiveAnswer {
  /** The question it answers; null where another tab, or this one before a reload, asked it. */
  question: { text: string; time: string } | null
  agent: AgentType
  text: string
  references: Reference[]
  attachments: Attachment[]
  status: AnswerStatus
  errorCode: string | null
  /** True while the connection is lost and being made anew. */
  reconnecting: boolean
}

/** Where a live answer is kept: under its conversation's id, or under `new` until the server has given one. */
export type LiveKey = number | 'new'

let answers: ReadonlyMap<LiveKey, LiveAnswer> = new Map()
const listeners = new Set<() => void>()
let frame = 0

/** All answers that are being written. */
export const useLiveAnswers = () =>
  useSyncExternalStore(
    subscribe,
    () => answers,
    () => empty,
  )

/** The answer that is being written in one conversation. */
export const useLiveAnswer = (key: LiveKey) => useLiveAnswers().get(key)

export const liveAnswer = (key: LiveKey) => answers.get(key)

export function setLiveAnswer(key: LiveKey, answer: LiveAnswer) {
  change((next) => next.set(key, answer))
}

/** Changes a live answer; one that is gone stays gone. */
export function updateLiveAnswer(key: LiveKey, update: (answer: LiveAnswer) => LiveAnswer) {
  const answer = answers.get(key)
  if (answer) setLiveAnswer(key, update(answer))
}

/** The server has named the conversation. */
export function moveLiveAnswer(from: LiveKey, to: LiveKey) {
  const answer = answers.get(from)
  if (!answer || from === to) return
  change((next) => {
    next.delete(from)
    next.set(to, answer)
  })
}

export function removeLiveAnswer(key: LiveKey) {
  change((next) => next.delete(key))
}

/** What an event of the stream makes of an answer (design, 'The stream'). */
export function withEvent(answer: LiveAnswer, { event, data }: AnswerEvent): LiveAnswer {
  if (event === 'done') return { ...answer, status: answer.status === 'streaming' ? 'done' : answer.status }
  if (event === 'control') {
    if ('info' in data) return { ...answer, agent: data.info.assistant_selected }
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

const empty: ReadonlyMap<LiveKey, LiveAnswer> = new Map()

/** Readers are told once a frame, however many events arrive in it. */
function change(edit: (next: Map<LiveKey, LiveAnswer>) => void) {
  const next = new Map(answers)
  edit(next)
  answers = next
  if (frame) return
  frame = requestAnimationFrame(() => {
    frame = 0
    for (const listener of listeners) listener()
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
