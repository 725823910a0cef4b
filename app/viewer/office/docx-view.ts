import { renderAsync } from 'docx-preview'
import { strToU8 } from 'fflate'
import { append, element } from '../element.ts'
import { followScroll } from '../follow-scroll.ts'
import { highlightExcerpt, reveal } from '../highlight.ts'
import { fitPaper } from '../paper.ts'
import { PreviewFailure, type View } from '../stage.ts'
import { addFallbackFonts } from './fonts.ts'
import { disarmLinks } from './links.ts'
import { fetchOffice, openPackage, packed, type Parts, parsePart } from './package.ts'
import { markPages, pageMark } from './page-marks.ts'
import { fillPageNumbers, isNumberedPlainly, markPageNumbers } from './page-numbers.ts'
import './office.css'

/** Draws a Word document with its layout, its pages below one another. */
export const showDocx: View<{ url: string }> = async (stage, { url }) => {
  const { scroller, toolbar, show, signal, onPage } = stage
  const parts = openPackage(await fetchOffice(url, signal))
  const pages = markedPages(parts)

  const sheets = element('div')
  await renderAsync(packed(parts), sheets, undefined, {
    ignoreLastRenderedPageBreak: false,
    useBase64URL: true,
    renderAltChunks: false,
  }).catch((cause: unknown) => {
    throw new PreviewFailure('damaged', { cause })
  })
  if (signal.aborted) return 1
  fillPageNumbers([...sheets.querySelectorAll('section')])
  disarmLinks(sheets)
  addFallbackFonts(sheets)
  const paper = element('div', { class: 'office-paper' }, sheets)
  append(scroller, paper)

  const starts = Array.from({ length: pages }, (_, index) => startOf(sheets, index + 1))
  const goTo = (page: number) => {
    const start = starts[page - 1]!
    scroller.scrollTop += start.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 16
  }
  toolbar.enablePaging({ pages, goTo })
  fitPaper(stage, paper, Math.max(...[...sheets.querySelectorAll('section')].map(({ offsetWidth }) => offsetWidth)))

  const cited = Math.min(show.page, pages)
  if (cited > 1) goTo(cited)
  onPage(cited)
  const passage = show.excerpt ? highlightExcerpt(sheets, show.excerpt, starts[cited - 1]) : null
  if (passage) reveal(scroller, passage)
  followScroll(stage, starts)
  return pages
}

const documentPart = 'word/document.xml'

/** Marks where its pages begin in the document itself, and returns their number. */
function markedPages(parts: Parts): number {
  const document = parsePart(parts, documentPart)
  if (!document) throw new PreviewFailure('damaged')
  const numbered = isNumberedPlainly(document)
  for (const name of Object.keys(parts).filter((each) => /^word\/[^/]+\.xml$/.test(each))) {
    const part = parsePart(parts, name)!
    if (!numbered || !/^word\/(header|footer)\d*\.xml$/.test(name)) continue
    markPageNumbers(part)
    parts[name] = strToU8(new XMLSerializer().serializeToString(part))
  }
  const pages = markPages(document, parsePart(parts, 'word/styles.xml'))
  parts[documentPart] = strToU8(new XMLSerializer().serializeToString(document))
  return pages
}

/** The paragraph with which a page begins, or the sheet where that is its first. */
function startOf(sheets: Element, page: number): Element {
  const paragraph = sheets.querySelector(`[id="${pageMark(page)}"]`)?.closest('p')
  const sheet = paragraph ? paragraph.closest('section') : sheets.querySelector('section')
  const isFirst = !paragraph || paragraph === sheet?.querySelector('article p')
  return isFirst ? (sheet ?? sheets) : paragraph
}
