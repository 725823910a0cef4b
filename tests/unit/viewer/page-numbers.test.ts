import { DOMParser } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { isNumberedPlainly, markPageNumbers } from '~/viewer/office/page-numbers.ts'

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const parse = (name: string, content: string) =>
  new DOMParser().parseFromString(
    `<?xml version="1.0"?><w:${name} ${namespace}>${content}</w:${name}>`,
    'text/xml',
  ) as unknown as Document

const run = (content: string) => `<w:r><w:rPr><w:b/></w:rPr>${content}</w:r>`
const text = (words: string) => run(`<w:t>${words}</w:t>`)
const char = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`)
const code = (words: string) => run(`<w:instrText>${words}</w:instrText>`)
const field = (words: string, result = '') => char('begin') + code(words) + char('separate') + result + char('end')

/** What a footer says once its numbers are marked, each mark by its field's name; codes are left out. */
function marked(content: string): string {
  const part = parse('ftr', `<w:p>${content}</w:p>`)
  markPageNumbers(part)
  const words = [...part.getElementsByTagName('w:t')].map((each) => each.textContent).join('')
  return words.replaceAll('\uF8F1', '[page]').replaceAll('\uF8F2', '[pages]')
}

describe('the numbers of pages in a footer', () => {
  it('are marked in place of the one page that Word last wrote', () => {
    expect(marked(text('Page ') + field(' PAGE \\* MERGEFORMAT ', text('3')))).toBe('Page [page]')
    expect(marked(`<w:fldSimple w:instr=" PAGE ">${text('3')}</w:fldSimple>${text(' of us')}`)).toBe('[page] of us')
  })

  it('are marked where Word has written none yet, and keep its looks', () => {
    expect(marked(field('PAGE') + text(' / ') + field('NUMPAGES'))).toBe('[page] / [pages]')
    const part = parse('ftr', `<w:p>${field('PAGE')}</w:p>`)
    markPageNumbers(part)
    const holder = part.getElementsByTagName('w:t')[0]!.parentElement!
    expect(holder.getElementsByTagName('w:b')).toHaveLength(1)
    // Renderers draw nothing of a run that begins or ends a field.
    expect(holder.getElementsByTagName('w:fldChar')).toHaveLength(0)
  })

  it('are marked where a field is written into one run', () => {
    const types = (...names: string[]) => names.map((name) => `<w:fldChar w:fldCharType="${name}"/>`)
    const [begin, separate, end] = types('begin', 'separate', 'end')
    const whole = `<w:t>Sheet </w:t>${begin}<w:instrText>PAGE</w:instrText>${separate}${end}<w:t>.</w:t>`
    expect(marked(run(whole))).toBe('Sheet [page].')
  })

  it('of a result in several runs become one', () => {
    expect(marked(field('PAGE', text('1') + text('2')))).toBe('[page]')
  })

  it('leave the number of all pages to Word, which counted them', () => {
    expect(marked(field('NUMPAGES', text('7')))).toBe('7')
  })

  it('leave other fields as they are, and those within others', () => {
    expect(marked(field('PAGEREF target', text('9')) + field('DATE', text('today')))).toBe('9today')
    expect(marked(char('begin') + code('IF ') + field('PAGE', text('4')) + char('separate') + char('end'))).toBe(
      '[page]',
    )
  })

  it('are left to Word where they begin elsewhere or are no plain numbers', () => {
    const plain = (settings: string) => isNumberedPlainly(parse('document', settings))
    expect(plain('<w:body/>')).toBe(true)
    expect(plain('<w:sectPr><w:pgNumType w:fmt="decimal"/></w:sectPr>')).toBe(true)
    expect(plain('<w:sectPr><w:pgNumType w:start="5"/></w:sectPr>')).toBe(false)
    expect(plain('<w:sectPr><w:pgNumType w:fmt="lowerRoman"/></w:sectPr>')).toBe(false)
  })
})
