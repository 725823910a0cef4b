import { m } from '~/paraglide/messages'
import { fetchBytes } from './bytes.ts'
import { decodeText } from './decode.ts'
import { append, element } from './element.ts'
import { followScroll } from './follow-scroll.ts'
import { highlightExcerpt, reveal } from './highlight.ts'
import { note } from './note.ts'
import type { Stage, View } from './stage.ts'
import { textPages } from './text-pages.ts'

/** As much as is read of a document anywhere; of what is larger the beginning is shown. */
const maxBytes = 32 * 2 ** 20

/** Pixels of a line, and about how many characters it holds: what is out of view takes the room that it will need. */
const line = { height: 23, characters: 90 }

/** Shows a text file as it is written, opened at the cited page. The browser lays out only what is in view. */
export const showText: View<{ url: string }> = async (stage, { url }) => {
  const { scroller, toolbar, show, onPage } = stage
  const { text, complete } = await fetchText(stage, url)
  const pages = textPages(text).map((page) =>
    element(
      'pre',
      {
        class: 'font-sans whitespace-pre-wrap wrap-anywhere [content-visibility:auto]',
        style: `contain-intrinsic-height: auto ${linesOf(page) * line.height}px`,
      },
      page,
    ),
  )
  const body = element('div', {}, ...pages)
  append(scroller, sheetOf(text, body, complete ? null : m.viewer_text_cut()))

  const cited = Math.min(show.page, pages.length)
  const goTo = (page: number) => {
    pages[page - 1]!.scrollIntoView()
  }
  toolbar.enablePaging({ pages: pages.length, goTo })
  if (cited > 1) goTo(cited)
  onPage(cited)
  mark(stage, body, pages[cited - 1])
  followScroll(stage, pages)
  return pages.length
}

const linesOf = (page: string) =>
  page.split('\n').reduce((lines, each) => lines + Math.max(1, Math.ceil(each.length / line.characters)), 0)

/** Fetches a text, its beginning where it is a very long one. */
export async function fetchText({ signal }: Stage, url: string): Promise<{ text: string; complete: boolean }> {
  const { bytes, complete } = await fetchBytes(url, signal, maxBytes)
  return { text: await decodeText(bytes, complete), complete }
}

/** Puts a text on a sheet, with a remark where it is not all of the file. */
export const sheetOf = (text: string, body: HTMLElement, remark: string | null): HTMLElement =>
  element(
    'article',
    {
      class: 'mx-auto mt-4 mb-20 max-w-3xl rounded-md border border-line bg-surface px-5 py-6 sm:mt-6 sm:px-10 sm:py-9',
    },
    text.trim() === '' ? note(m.viewer_empty()) : body,
    ...(remark ? [note(remark)] : []),
  )

/** Marks the cited words, and brings them into view. */
export function mark({ scroller, show }: Stage, body: HTMLElement, from?: HTMLElement): void {
  const passage = show.excerpt ? highlightExcerpt(body, show.excerpt, from) : null
  if (!passage) return
  // Laid out now, so that it has its place.
  passage.startContainer.parentElement?.closest('pre')?.classList.add('[content-visibility:visible]')
  reveal(scroller, passage)
}
