import { expect, test } from 'vitest'
import { detectMimeType, openTypes } from '~/provider/documents/mime.ts'
import { openWorkbook } from '~/provider/documents/workbook.ts'
import { archiveOf } from './fixtures.ts'
import { outcomeOf, read, textOf } from './read.ts'

const namespaces =
  'xmlns:office="o" xmlns:text="t" xmlns:table="ta" xmlns:draw="d" xmlns:style="s" xmlns:fo="f" xmlns:xlink="x" xmlns:dc="dc" xmlns:presentation="p" xmlns:manifest="m" xmlns:field="fi" xmlns:form="fo2"'

/** An OpenDocument file of a kind, of this body; `styles` are automatic ones. */
function openOf(
  kind: keyof typeof openTypes,
  body: string,
  styles = '',
  parts: Record<string, string> = {},
): Uint8Array {
  const element = { odt: 'text', ods: 'spreadsheet', odp: 'presentation', odg: 'drawing', epub: '' }[kind]
  return archiveOf({
    mimetype: openTypes[kind],
    'content.xml': `<?xml version="1.0"?><office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${element}>${body}</office:${element}></office:body></office:document-content>`,
    ...parts,
  })
}

const p = (text: string, style = '') => `<text:p text:style-name="${style}">${text}</text:p>`

test('An ODT is cut at its page breaks, with tables as rows, and notes and headers after the page where they are', async () => {
  const styles = '<style:style style:name="P1"><style:paragraph-properties fo:break-before="page"/></style:style>'
  const body =
    `<text:h text:outline-level="1">Working  hours</text:h>` +
    p(
      'Start at 9:00<text:note><text:note-citation>1</text:note-citation><text:note-body>' +
        p('Or earlier.') +
        '</text:note-body></text:note>.<text:s text:c="3"/>End at 18:00.',
    ) +
    `<table:table><table:table-row><table:table-cell>${p('品名')}</table:table-cell><table:table-cell>${p('単価')}</table:table-cell></table:table-row></table:table>` +
    `<text:tracked-changes>${p('deleted')}</text:tracked-changes>` +
    p(
      '第二章<office:annotation><dc:creator>Sato</dc:creator>' +
        p('Check this') +
        '</office:annotation><draw:frame><draw:text-box>' +
        p('A box') +
        '</draw:text-box></draw:frame>',
      'P1',
    ) +
    `<text:list><text:list-item>${p('First<text:soft-page-break/>continued')}</text:list-item></text:list>`
  const bytes = openOf('odt', body, styles, {
    'styles.xml': `<office:document-styles ${namespaces}><style:header>${p('Acme handbook')}</style:header></office:document-styles>`,
  })
  expect(detectMimeType(bytes, 'a.docx')).toBe(openTypes.odt)
  expect(await read(bytes, 'a.odt')).toEqual([
    { page: 1, text: 'Working hours\nStart at 9:00. End at 18:00.\n品名\t単価\nAcme handbook\nOr earlier.' },
    { page: 2, text: '第二章\nA box\nFirst\nCheck this' },
    { page: 3, text: 'continued' },
  ])
})

test('Forms of an ODT say what is ticked and chosen, and drawings that have words follow their paragraph', async () => {
  const parameter = (name: string, value: string) => `<field:param field:name="${name}" field:value="${value}"/>`
  const field = (kind: string, parameters = '') =>
    `<field:fieldmark field:type="vnd.oasis.opendocument.field.${kind}">${parameters}</field:fieldmark>`
  const entries = ['S', 'M'].map((entry) => parameter('Dropdown_ListEntry', entry)).join('')
  const body =
    p(`${field('FORMCHECKBOX')} Express`) +
    p(`${field('FORMCHECKBOX', parameter('Checkbox_Checked', 'true'))} Insured`) +
    p(`Size: ${field('FORMDROPDOWN', entries + parameter('Dropdown_Selected', '1'))}`) +
    p(
      `Water <draw:rect>${p('In a rectangle')}</draw:rect><draw:a><draw:frame><draw:text-box>${p('Linked')}</draw:text-box></draw:frame></draw:a>boils.`,
    )
  const controls =
    '<form:checkbox form:id="a" form:label="Receipt" form:current-state="checked"/>' +
    '<form:radio form:id="b" form:label="Cash"/>' +
    '<form:listbox form:id="c"><form:option form:label="Osaka"/><form:option form:label="Kobe" form:current-selected="true"/></form:listbox>' +
    '<form:text form:id="d" form:current-value="Sato"/>'
  const drawn = ['a', 'b', 'c', 'd'].map((id) => p(`<draw:control draw:control="${id}"/>`)).join('')
  const bytes = openOf('odt', `<office:forms><form:form>${controls}</form:form></office:forms>${body}${drawn}`)
  expect(await textOf(bytes, 'a.odt')).toBe(
    '☐ Express\n☑ Insured\nSize: M\nWater boils.\nIn a rectangle\nLinked\n☑ Receipt\n☐ Cash\nKobe\nSato',
  )
})

test('An ODT without page breaks is cut at its top-level headings, and the words of an embedded chart are read', async () => {
  const body =
    `<text:h text:outline-level="1">One</text:h>${p('Text<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>')}` +
    '<text:h text:outline-level="1">Two</text:h>'
  const chart = `<office:document-content ${namespaces}>${p('Sales by branch')}</office:document-content>`
  expect(await read(openOf('odt', body, '', { 'Object 1/content.xml': chart }), 'a.odt')).toEqual([
    { page: 1, text: 'One\nText\nSales by branch' },
    { page: 2, text: 'Two' },
  ])
})

test('The slides of an ODP are pages with their notes', async () => {
  const slide = (text: string, notes: string) =>
    `<draw:page><draw:frame><draw:text-box>${p(text)}</draw:text-box></draw:frame><presentation:notes>${p(notes)}</presentation:notes></draw:page>`
  expect(await read(openOf('odp', slide('計画', 'Say hello') + slide('Budget', '')), 'a.odp')).toEqual([
    { page: 1, text: '計画\nSay hello' },
    { page: 2, text: 'Budget' },
  ])
})

const cell = (text: string, attributes = '') => `<table:table-cell ${attributes}>${text && p(text)}</table:table-cell>`
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`
const sheet = (name: string, rows: string, style = '') =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`

test('The visible sheets of an ODS are pages with dates, numbers, comments and their name', async () => {
  const styles =
    '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style><style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>'
  const data =
    row(cell('日付') + cell('金額') + cell('', 'table:number-columns-repeated="16382"')) +
    row(
      cell('04/01/26', 'office:value-type="date" office:date-value="2026-04-01T00:00:00"') +
        cell(
          '¥1,200<office:annotation><text:p>with tax</text:p></office:annotation>'
            .replace('<office', '</text:p><office')
            .replace('</office:annotation>', '</office:annotation><text:p>'),
          'office:value-type="currency" office:value="1200"',
        ),
    ) +
    row(cell('same'), 'table:number-rows-repeated="2"') +
    row(cell('', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048570"')
  const bytes = openOf(
    'ods',
    sheet('売上', data, 'ta1') + sheet('Secret', row(cell('hidden')), 'ta2') + sheet('Notes', row(cell('A &amp; B'))),
    styles,
  )
  expect(await read(bytes, 'a.ods')).toEqual([
    { page: 1, text: '売上\n日付\t金額\n2026-04-01\t1200\nsame\t\nsame\t\nwith tax' },
    { page: 2, text: 'Notes\nA & B' },
  ])
})

test.each([
  [
    'a cell that is repeated a billion times',
    openOf(
      'ods',
      sheet('S', row(cell('x', 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"')),
    ),
    'too_large',
  ],
  ['elements without end', openOf('ods', '<table:table>'.repeat(2_000)), 'damaged'],
  ['frames without end', openOf('odt', '<draw:frame>'.repeat(2_000)), 'damaged'],
  [
    'a chart that shows itself',
    openOf('odt', p('x<draw:frame><draw:object xlink:href="./a"/></draw:frame>'), '', {
      'a/content.xml': `<a ${namespaces}><draw:object xlink:href="./a"/></a>`,
    }),
    'read',
  ],
  ['no content', archiveOf({ mimetype: openTypes.odt }), 'damaged'],
  [
    'entities of its own',
    openOf('odt', '', '', { 'content.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
    'damaged',
  ],
  [
    'a password',
    openOf('odt', p('x'), '', {
      'META-INF/manifest.xml': `<manifest:manifest ${namespaces}><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`,
    }),
    'encrypted',
  ],
  ['no words', openOf('odp', '<draw:page/>'), 'no_text'],
])('An OpenDocument file with %s ends named', async (_, bytes, outcome) => {
  expect(await outcomeOf(bytes, 'a')).toBe(outcome)
})

test('Sheets of an ODS that are too long together end so, read or opened for their tables, whatever each of them is', async () => {
  const long = (rows: number) => sheet('S', row(cell('x'.repeat(399)), `table:number-rows-repeated="${rows}"`))
  const [readable, openable, endless] = [1, 2, 2_000].map((count) => openOf('ods', long(17_500).repeat(count)))
  expect(await outcomeOf(readable!, 'a.ods')).toBe('read')
  expect(await outcomeOf(openable!, 'a.ods')).toBe('too_large')
  expect((await openWorkbook(openable!, openTypes.ods)).length).toBe(2)
  await expect(openWorkbook(endless!, openTypes.ods)).rejects.toMatchObject({ reason: 'too_large' })
})

test('An OpenDocument file whose archive does not begin with its type is one by its name', async () => {
  const content = `<office:document-content ${namespaces}><office:body><office:text>${p('Text')}</office:text></office:body></office:document-content>`
  expect(await textOf(archiveOf({ 'content.xml': content }), 'a.odt')).toBe('Text')
})
