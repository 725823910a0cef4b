import { m } from '~/paraglide/messages'
import { append, element } from './element.ts'
import { followScroll } from './follow-scroll.ts'
import { highlightExcerpt, reveal } from './highlight.ts'
import { note } from './note.ts'
import { type PagePart, partsOf } from './page-parts.ts'
import type { View } from './stage.ts'

interface Page {
  page: number
  text: string
}

/** Shows the text that was read from a file, page by page, for formats that a browser cannot draw. */
export const showPages: View<{ pages: readonly Page[] }> = async (stage, { pages }) => {
  const { scroller, toolbar, show, onPage } = stage
  const label = unitLabel(show.name)
  const sections = pages.map(({ page, text }) =>
    element(
      'section',
      { class: 'mb-4 rounded-md border border-line bg-surface px-5 py-5 [content-visibility:auto] sm:px-10 sm:py-8' },
      element('h2', { class: 'mb-3 text-xs font-semibold text-muted' }, label(page)),
      element('div', {}, ...(text.trim() === '' ? [m.viewer_no_text()] : partsOf(text).map(draw))),
    ),
  )
  append(
    scroller,
    note(m.viewer_extracted_text()),
    element('article', { class: 'mx-auto max-w-3xl px-3 pb-20 sm:px-0' }, ...sections),
  )
  if (sections.length === 0) append(scroller, note(m.viewer_empty()))

  const goTo = (position: number) => {
    scroller.scrollTop += sections[position - 1]!.getBoundingClientRect().top - 12
  }
  toolbar.enablePaging({ pages: sections.length, goTo })
  // Pages without text are left out, so that a page's number is not its position.
  const cited = pages.findIndex(({ page }) => page >= show.page)
  const section = sections.at(cited)
  if (!section) return 1
  section.classList.add('[content-visibility:visible]')
  const position = sections.indexOf(section) + 1
  if (position > 1) goTo(position)
  onPage(position)
  const passage = show.excerpt ? highlightExcerpt(section.lastElementChild!, show.excerpt) : null
  if (passage) reveal(scroller, passage)
  followScroll(stage, sections)
  return sections.length
}

const cell = 'max-w-[500px] min-w-16 border border-line px-2.5 py-1 text-left align-top wrap-break-word'

/** Paragraphs keep their lines; a table scrolls by itself where it is wide. */
function draw(part: PagePart): HTMLElement {
  if (part.kind === 'text') return element('p', { class: 'whitespace-pre-wrap wrap-anywhere' }, part.text)
  const rows = part.rows.map((cells, index) =>
    element(
      'tr',
      {},
      ...cells.map((text) =>
        index === 0
          ? element('th', { scope: 'col', class: `${cell} bg-sunken font-semibold` }, text)
          : element('td', { class: cell }, text),
      ),
    ),
  )
  return element(
    'div',
    { class: 'my-2 overflow-x-auto', tabindex: 0 },
    element('table', { class: 'border-collapse text-[13px]' }, element('tbody', {}, ...rows)),
  )
}

/** What a page of such a file is called. */
function unitLabel(name: string): (page: number) => string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (/^(pptx?|odp)$/.test(extension)) return (page) => m.viewer_slide({ page })
  if (/^(xlsx?|ods)$/.test(extension)) return (page) => m.viewer_sheet({ page })
  if (/^docx?$/.test(extension)) return (page) => m.viewer_section({ page })
  return (page) => m.viewer_page({ page })
}
