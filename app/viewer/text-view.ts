import { m } from '~/paraglide/messages'
import { fetchBytes } from './bytes.ts'
import { decodeText } from './decode.ts'
import { append, element } from './element.ts'
import { highlightExcerpt, reveal } from './highlight.ts'
import { note } from './note.ts'
import type { Stage, View } from './stage.ts'

/** A megabyte of text is some 300 printed pages. */
const limit = 2 ** 20

/** Shows a text file as it is written, its beginning if it is a long one. */
export const showText: View<{ url: string }> = (stage, { url }) =>
  showSheet(stage, url, (text) => element('pre', { class: 'font-sans whitespace-pre-wrap wrap-anywhere' }, text))

/** Shows the beginning of a text on a sheet, as `draw` makes it, with the cited words marked. */
export async function showSheet(stage: Stage, url: string, draw: (text: string) => HTMLElement): Promise<number> {
  const { scroller, show, signal } = stage
  const { bytes, complete } = await fetchBytes(url, signal, limit)
  const text = decodeText(bytes, complete)
  const body = draw(text)
  append(
    scroller,
    element(
      'article',
      { class: 'mx-auto my-4 max-w-3xl rounded-md border border-line bg-surface px-5 py-6 sm:my-6 sm:px-10 sm:py-9' },
      text.trim() === '' ? note(m.viewer_empty()) : body,
      ...(complete ? [] : [note(m.viewer_text_cut())]),
    ),
  )
  const passage = show.excerpt ? highlightExcerpt(body, show.excerpt) : null
  if (passage) reveal(scroller, passage)
  return 1
}
