import type { Reference } from '~/contract/chat.ts'
import { m } from '~/paraglide/messages'
import { toast } from '~/ui/toast.ts'
import type { AnswerMessage } from './messages.ts'
import { partsOf } from './verbatim.ts'

/** A Markdown image. */
const image = /!\[[^[\]]*\]\([^)]{0,2000}\)/g

/** Copies an answer's Markdown, without its citation markers, and says how that went. Images alone are refused. */
export async function copyAnswer(answer: Pick<AnswerMessage, 'text' | 'references' | 'attachments'>) {
  if (isImageOnly(answer)) return void toast.error(m.answer_images_not_copied())
  try {
    await navigator.clipboard.writeText(withoutEscapes(withoutMarkers(answer.text, answer.references)))
    toast.success(m.copied_to_clipboard())
  } catch {
    toast.error(m.copy_error())
  }
}

/** Whether an answer says nothing in words: images in its text, or as its files, and nothing else. */
export function isImageOnly({ text, attachments }: Pick<AnswerMessage, 'text' | 'attachments'>): boolean {
  if (text.replace(image, '').trim() !== '') return false
  return text.trim() !== '' || attachments.some(({ mime_type }) => mime_type.startsWith('image/'))
}

/** Markdown without the markers of its sources; those that mean none stay. */
export function withoutMarkers(text: string, references: readonly Pick<Reference, 'id'>[]): string {
  const known = new Set(references.map(({ id }) => id))
  return text.replace(/ ?\[:&(\d+)\]/g, (marker, id: string) => (known.has(Number(id)) ? '' : marker))
}

/**
 * Markdown as a person would paste it: without the backslashes that keep a document's words from becoming links and
 * lists. Code and formulas stay as they are.
 */
export const withoutEscapes = (markdown: string): string =>
  partsOf(markdown)
    .map(({ text, isVerbatim }) => (isVerbatim ? text : text.replace(/\\([!-/:-@[-`{-~])/g, '$1')))
    .join('')
