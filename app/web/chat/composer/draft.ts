import type { AgentType, Attachment } from '~/contract/chat.ts'
import type { FileReason, FileStatus, StoredFile } from '~/contract/files.ts'

/** A file that will go with a question. Until it is stored it has no id, and `upload` is its place in the uploads. */
export interface DraftFile extends Omit<Attachment, 'id'> {
  id?: number
  upload?: number
  status: FileStatus
  status_reason: FileReason | null
}

/** A question that was sent off and that the server has not accepted yet. */
export interface Question {
  /** Also its idempotency key: however often it is sent, it is asked once. */
  id: string
  text: string
  agent: AgentType
  model: string
  files: DraftFile[]
  /** It goes only after the answer before it has ended well. */
  afterAnswer: boolean
  /** It was handed to the server; whether it arrived is not known. */
  sent: boolean
}

/** What is being written in a conversation: the box, and the questions that wait for their turn. */
export interface Draft {
  text: string
  /** As chosen here; none, that of the conversation's last question. */
  agent?: AgentType
  model?: string
  files: DraftFile[]
  queue: Question[]
  /** Questions that came back though the server may have them, until another is sent: the same again is asked once. */
  unsure?: Question[]
}

export const emptyDraft: Draft = { text: '', files: [], queue: [] }

/** Whether there is nothing in it that its member could miss. */
export const isEmpty = ({ text, agent, model, files, queue }: Draft) =>
  text === '' && !agent && !model && files.length === 0 && queue.length === 0

/** Moves what is in the box to the end of the queue; agent and model stay chosen. */
export function withQueued({ unsure = [], ...draft }: Draft, question: Question): Draft {
  const id = unsure.find((each) => isSame(each, question))?.id ?? question.id
  return { ...draft, text: '', files: [], queue: [...draft.queue, { ...question, id }] }
}

/** Whether the server would take both for the same, were it to get them under the same key. */
const isSame = (one: Question, other: Question) =>
  one.text === other.text &&
  one.agent === other.agent &&
  one.model === other.model &&
  one.files.map(fileKey).join() === other.files.map(fileKey).join()

/** Takes a question out of the queue. */
export const withoutQuestion = (draft: Draft, id: string): Draft => ({
  ...draft,
  queue: draft.queue.filter((question) => question.id !== id),
})

/**
 * Puts questions back into the box, before what has been typed there since. No word and no file of either is lost. Even of one that was
 * refused in the end the server may have had an earlier try.
 */
export function withReturned(draft: Draft, questions: readonly Question[]): Draft {
  if (questions.length === 0) return draft
  const ids = new Set(questions.map(({ id }) => id))
  const unsure = [...(draft.unsure ?? []), ...questions.filter(({ sent }) => sent)]
  return {
    ...(unsure.length > 0 && { unsure }),
    text: [...questions.map(({ text }) => text), draft.text].filter((text) => text !== '').join('\n\n'),
    agent: draft.agent ?? questions[0]!.agent,
    model: draft.model ?? questions[0]!.model,
    files: uniqueFiles([...questions.flatMap(({ files }) => files), ...draft.files]),
    queue: draft.queue.filter(({ id }) => !ids.has(id)),
  }
}

/** Puts one draft before another, as when a conversation gets its number while the next question is being typed. */
export const merged = (first: Draft, second: Draft): Draft => ({
  ...second,
  ...first,
  text: [first.text, second.text].filter((text) => text !== '').join('\n\n'),
  files: uniqueFiles([...first.files, ...second.files]),
  queue: [...first.queue, ...second.queue],
})

/**
 * What of a draft can be kept beyond this page view. A file that is still being uploaded cannot, so a question that waits
 * for one goes back into the box with those after it.
 */
export function keepable(draft: Draft): Draft {
  const unsure = draft.queue.findIndex(({ files }) => files.some((file) => !isStored(file)))
  const { files, ...rest } = unsure < 0 ? draft : withReturned(draft, draft.queue.slice(unsure))
  return { ...rest, files: files.filter(isStored) }
}

/** Changes the files of a draft, in the box and in the queue. The same draft where nothing changes. */
export function withFiles(draft: Draft, change: (file: DraftFile) => DraftFile): Draft {
  const files = draft.files.map(change)
  const queue = draft.queue.map((question) => ({ ...question, files: question.files.map(change) }))
  const changed =
    files.some((file, index) => file !== draft.files[index]) ||
    queue.some(({ files }, index) => files.some((file, at) => file !== draft.queue[index]!.files[at]))
  return changed ? { ...draft, files, queue } : draft
}

export const draftFileOf = ({ id, name, size, mime_type, status, status_reason }: StoredFile): DraftFile => ({
  id,
  name,
  size,
  mime_type,
  status,
  status_reason,
})

/** The files as a question carries them; all have to be stored. */
export const attachmentsOf = (files: readonly DraftFile[]): Attachment[] =>
  files.filter(isStored).map(({ id, name, mime_type, size }) => ({ id, name, mime_type, size }))

export const isStored = (file: DraftFile): file is DraftFile & { id: number } => file.id !== undefined

/** One name for a file, whether it has an id yet or not. */
export const fileKey = ({ id, upload }: DraftFile) => (id === undefined ? `upload ${upload}` : `file ${id}`)

function uniqueFiles(files: DraftFile[]): DraftFile[] {
  const seen = new Map(files.map((file) => [fileKey(file), file]))
  return [...seen.values()]
}
