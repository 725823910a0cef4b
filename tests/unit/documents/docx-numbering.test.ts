import { expect, test } from 'vitest'
import { formatNumber } from '~/provider/documents/number-format.ts'
import { archiveOf } from './fixtures.ts'
import { textOf } from './read.ts'

interface LevelSource {
  text: string
  format?: string
  start?: number
  more?: string
}

const level = ({ text, format = 'decimal', start = 1, more = '' }: LevelSource, index: number) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const definition = (id: number, levels: LevelSource[], more = '') =>
  `<w:abstractNum w:abstractNumId="${id}">${more}${levels.map(level).join('')}</w:abstractNum>`
const list = (id: number, of: number, more = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`
const place = (id: number, index = 0) => `<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="${id}"/></w:numPr>`
const p = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

const docx = (body: string, numbering: string, styles = '') =>
  archiveOf({
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/numbering.xml': `<w:numbering xmlns:w="w">${numbering}</w:numbering>`,
    'word/styles.xml': `<w:styles xmlns:w="w">${styles}</w:styles>`,
  })

const clauses = [{ text: '第%1条' }, { text: '%1.%2' }, { text: '(%3)', format: 'lowerLetter' }]

test('Paragraphs of a DOCX’s lists stand behind the numbers that Word draws, level by level', async () => {
  const body =
    p('目的', place(1)) +
    p('Scope', place(1, 1)) +
    p('all staff', place(1, 2)) +
    p('guests', place(1, 2)) +
    p('Unnumbered') +
    p('Hours', place(1, 1)) +
    p('cleaners', place(1, 2)) +
    p('休暇', place(1)) +
    p('Paid', place(1, 1)) +
    p('', place(1, 1)) +
    p('Removed', place(0)) +
    p('A dot', place(2))
  const numbering = definition(1, clauses) + definition(2, [{ text: '', format: 'bullet' }]) + list(1, 1) + list(2, 2)
  expect(await textOf(docx(body, numbering), 'a.docx')).toBe(
    '第1条 目的\n1.1 Scope\n(a) all staff\n(b) guests\nUnnumbered\n1.2 Hours\n(a) cleaners\n第2条 休暇\n2.1 Paid\nRemoved\nA dot',
  )
})

test('Lists of one definition count on, unless one begins anew, and levels may be digits or never begin anew', async () => {
  const anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'
  const roman = [
    { text: '%1.', format: 'upperRoman' },
    { text: '%1.%2', more: '<w:isLgl/><w:lvlRestart w:val="0"/>' },
  ]
  const body =
    p('a', place(1)) +
    p('b', place(1, 1)) +
    p('c', place(2)) +
    p('d', place(2, 1)) +
    p('e', place(3)) +
    p('f', place(3)) +
    p('g', place(1))
  const numbering = definition(1, roman) + list(1, 1) + list(2, 1) + list(3, 1, anew)
  expect(await textOf(docx(body, numbering), 'a.docx')).toBe('I. a\n1.1 b\nII. c\n2.2 d\nVII. e\nVIII. f\nIX. g')
})

test('Headings get their numbers by their styles, in cells too, and what a change replaced counts for nothing', async () => {
  const linked = [
    { text: '%1.', more: '<w:pStyle w:val="H1"/>' },
    { text: '%1.%2', more: '<w:pStyle w:val="H2"/>' },
  ]
  const style = (id: string, more: string) => `<w:style w:styleId="${id}">${more}</w:style>`
  const styles =
    style('H1', `<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>`) +
    style('H2', `<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>`) +
    style('Own', '<w:basedOn w:val="H1"/>') +
    style('Circle', '<w:basedOn w:val="Circle"/>')
  const of = (id: string) => `<w:pStyle w:val="${id}"/>`
  const body =
    p('One', of('H1')) +
    p('Two', of('H2')) +
    `<w:tbl><w:tr><w:tc>${p('Three', of('H2'))}</w:tc><w:tc>${p('x', of('Circle'))}</w:tc></w:tr></w:tbl>` +
    p('Four', of('Own')) +
    p('Five', `<w:pPrChange><w:pPr>${place(1)}</w:pPr></w:pPrChange>`)
  const numbering =
    definition(1, [], '<w:numStyleLink w:val="L"/>') + definition(2, linked, '<w:styleLink w:val="L"/>') + list(1, 1)
  expect(await textOf(docx(body, numbering, styles), 'a.docx')).toBe('1. One\n1.1 Two\n1.2 Three\tx\n2. Four\nFive')
})

test.each([
  ['upperLetter', 28, 'BB'],
  ['lowerRoman', 1994, 'mcmxciv'],
  ['decimalZero', 7, '07'],
  ['ordinal', 22, '22nd'],
  ['decimalFullWidth', 12, '１２'],
  ['decimalEnclosedCircle', 20, '⑳'],
  ['decimalEnclosedCircle', 21, '21'],
  ['aiueoFullWidth', 3, 'ウ'],
  ['japaneseCounting', 2_110, '二千百十'],
  ['japaneseDigitalTenThousand', 105, '一〇五'],
  ['ideographTraditional', 2, '乙'],
  ['none', 4, ''],
  ['constructor', 4, '4'],
  ['upperLetter', 1_000_000_000, '1000000000'],
  ['lowerLetter', 0, '0'],
])('In the format %s, %i is %j', (format, number, text) => {
  expect(formatNumber(number, format)).toBe(text)
})
