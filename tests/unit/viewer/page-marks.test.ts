import { strToU8, zipSync } from 'fflate'
import { DOMParser } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { readDocx } from '~/provider/documents/docx.ts'
import { markPages, pageMark } from '~/viewer/office/page-marks.ts'

const wrap = (name: string, content: string) =>
  `<?xml version="1.0"?><w:${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:${name}>`
const styles = wrap(
  'styles',
  '<w:style w:styleId="Ueberschrift1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Body"><w:name w:val="Normal"/></w:style>',
)
const run = (content: string) => `<w:r>${content}</w:r>`
const text = (words: string) => run(`<w:t>${words}</w:t>`)
const p = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const style = (name: string) => `<w:pStyle w:val="${name}"/>`
const pageBreak = run('<w:br w:type="page"/>')
const lastBreak = run('<w:lastRenderedPageBreak/>')
const row = (...cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${p(text(cell))}</w:tc>`).join('')}</w:tr>`

const parse = (source: string) => new DOMParser().parseFromString(source, 'text/xml') as unknown as Document

/** What the body's paragraphs say where each page begins, by the marks; and the pages by the text that is indexed. */
async function bothOf(body: string) {
  const document = parse(wrap('document', `<w:body>${body}</w:body>`))
  const count = markPages(document, parse(styles))
  const marks = [...document.getElementsByTagName('w:bookmarkStart')].map((mark) => ({
    name: mark.getAttribute('w:name'),
    paragraph: mark.parentElement!.textContent,
  }))
  const indexed = await readDocx(
    zipSync({
      'word/document.xml': strToU8(wrap('document', `<w:body>${body}</w:body>`)),
      'word/styles.xml': strToU8(styles),
    }),
  )
  return { count, marks, indexed: indexed.filter((page) => page.text.trim() !== '') }
}

describe('the pages of a Word document', () => {
  it.each([
    ['explicit breaks', p(text('one')) + p(pageBreak) + p(text('two')) + p(pageBreak + text('three'))],
    ['breaks as Word last laid them out', p(text('one')) + p(text('one') + lastBreak + text('two')) + p(text('two'))],
    ['breaks that are noted twice', p(text('one')) + p(pageBreak) + p(lastBreak + text('two')) + p(text('two'))],
    ['paragraphs that begin a page', p(text('one')) + p(text('two'), '<w:pageBreakBefore/>') + p(text('two'))],
    [
      'top-level headings',
      p(text('one')) + p(text('two'), style('Ueberschrift1')) + p(text('three'), style('Heading1')),
    ],
    [
      'headings where pages are marked',
      p(text('one'), style('Heading1')) + p(pageBreak) + p(text('two'), style('Heading1')),
    ],
    [
      'a table at the start of one',
      p(text('one')) + p(pageBreak) + `<w:tbl>${row('two', 'cell')}${row('x', 'y')}</w:tbl>`,
    ],
    [
      'what is wrapped',
      `<w:sdt><w:sdtContent>${p(text('one'))}${p(pageBreak)}</w:sdtContent></w:sdt>` + p(text('two')),
    ],
    ['nothing but a first page', p(lastBreak + text('one')) + p(text('one'))],
    [
      'deleted text',
      p(text('one')) + p(pageBreak) + p('<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>') + p(text('two')),
    ],
  ])('are marked where the indexed text has them: %s', async (_, body) => {
    const { count, marks, indexed } = await bothOf(body)
    expect(count).toBe(indexed.length)
    expect(marks.map(({ name }) => name)).toEqual(indexed.slice(1).map(({ page }) => pageMark(page)))
    for (const [index, { paragraph }] of marks.entries())
      expect(paragraph).toContain(indexed[index + 1]!.text.split(/[\n\t]/)[0])
  })
})
