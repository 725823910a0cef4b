import type { QueryClient } from '@tanstack/react-query'
import { prepareMarkdown } from '~/ui/markdown/elements.tsx'
import { attachedPictureQuery } from '~/web/files/queries.ts'
import { AnswerText, AttachmentPictures } from './answer-text/answer-part.ts'
import type { EntrySearch } from './entry-search.ts'
import { firstDrawn } from './messages/first-drawn.ts'
import { type AnswerMessage, messagesOf } from './messages/messages.ts'
import { entriesQuery } from './queries.ts'

/** Pictures that the page comes with; the browser asks for further ones. */
const mostPictures = 6

/**
 * Loads what draws a conversation's answers, once its messages are there, so that the server's page shows them as the
 * browser will: what is not loaded when React comes to it would be sent as its fallback.
 */
export async function prepareConversation(queryClient: QueryClient, id: number, { entry }: EntrySearch) {
  const entries = queryClient.getQueryData(entriesQuery(id).queryKey)?.data ?? []
  const messages = messagesOf(entries, undefined)
  const revealed = entry === undefined ? -1 : messages.findIndex((message) => message.id === entry)
  const answers = [...firstDrawn(messages, revealed).keys()].map((index) => messages[index] as AnswerMessage)
  const pictures = [...new Set(answers.flatMap(picturesOf))].slice(0, mostPictures)
  await Promise.all([
    AnswerText.preload(),
    AttachmentPictures.preload(),
    ...answers.map(({ text }) => prepareMarkdown(text)),
    ...pictures.map((file) => queryClient.prefetchQuery(attachedPictureQuery(file))),
  ])
}

/** A picture in Markdown or HTML that may be one of the reader's files. */
const ownPicture = /(?:\]\(|\bsrc=["']?)\/files\/(\d{1,15})\b/g

const picturesOf = ({ text, attachments }: AnswerMessage): number[] => [
  ...attachments.flatMap(({ id, mime_type }) => (mime_type.startsWith('image/') ? id : [])),
  ...[...text.matchAll(ownPicture)].map(([, id]) => Number(id)),
]
