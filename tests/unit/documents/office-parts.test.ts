import { expect, test } from 'vitest'
import { archiveOf, paragraph } from './fixtures.ts'
import { outcomeOf, read, textOf } from './read.ts'

const namespaces = 'xmlns:w="w" xmlns:a="a" xmlns:c="c" xmlns:r="r" xmlns:dgm="d" xmlns:p="p" xmlns:mc="m"'
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
const relations = (...all: string[]) => `<Relationships>${all.join('')}</Relationships>`
const drawn = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
const points = (name: string, ...values: string[]) =>
  `<c:${name}><c:strRef><c:strCache>${values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef></c:${name}>`
const chart = `<c:chartSpace ${namespaces}><c:chart><c:title>${drawn('支店別の売上')}</c:title><c:ser>${points('tx', '2026')}${points('cat', '大阪', '札幌')}${points('val', '120', '80')}</c:ser></c:chart></c:chartSpace>`

const docx = (body: string, parts: Record<string, string> = {}) =>
  archiveOf({
    'word/document.xml': `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      relation('h', 'header', 'header1.xml'),
      relation('f', 'footer', '/word/footer1.xml'),
      relation('c', 'chart', 'charts/chart1.xml'),
      relation('d', 'diagramData', 'diagrams/data1.xml'),
    ),
    ...parts,
  })

test('A DOCX whose text is in a part of another name is read', async () => {
  const bytes = archiveOf({
    '_rels/.rels': relations(relation('r1', 'officeDocument', '/word/document2.xml')),
    'word/document2.xml': `<w:document ${namespaces}><w:body>${paragraph('月次報告')}</w:body></w:document>`,
    'word/_rels/document2.xml.rels': relations(relation('h', 'header', 'header1.xml')),
    'word/header1.xml': `<w:hdr ${namespaces}>${paragraph('Acme handbook')}</w:hdr>`,
  })
  expect(await textOf(bytes, 'a.docx')).toBe('月次報告\nAcme handbook')
})

test('Boxes of a DOCX form say whether they are ticked, be they fields or characters of a font of symbols', async () => {
  const box = (state: string) =>
    `<w:r><w:fldChar><w:ffData><w:checkBox>${state}</w:checkBox></w:ffData></w:fldChar></w:r>`
  const symbol = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`
  const line = (mark: string, label: string) => `<w:p>${mark}<w:r><w:t>${label}</w:t></w:r></w:p>`
  const bytes = docx(
    [
      line(box('<w:default w:val="0"/>'), 'Express'),
      line(box('<w:default w:val="0"/><w:checked/>'), 'Insured'),
      line(box('<w:default w:val="1"/><w:checked w:val="0"/>'), 'Registered'),
      line(symbol('Wingdings', 'F0A8'), '領収書'),
      line(symbol('Wingdings 2', 'f052'), '請求書'),
      line(symbol('Symbol', 'F0B1'), '2'),
    ].join(''),
  )
  expect(await textOf(bytes, 'a.docx')).toBe('☐Express\n☑Insured\n☐Registered\n☐領収書\n☑請求書\n±2')
})

test('Notes, comments, headers, charts, diagrams, text boxes and choices of a DOCX stand on their page', async () => {
  const refer = (name: string, id: number) => `<w:r><w:${name} w:id="${id}"/></w:r>`
  const body =
    `<w:p><w:r><w:t>Water boils</w:t></w:r>${refer('footnoteReference', 2)}</w:p>` +
    '<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>A box</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p><w:r><w:t>A box</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>' +
    '<w:p><w:r><w:t xml:space="preserve">Size: </w:t></w:r><w:r><w:fldChar><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="S"/><w:listEntry w:val="M"/></w:ddList></w:ffData></w:fldChar></w:r></w:p>' +
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' +
    `<w:p><w:r><w:t>Second page</w:t></w:r>${refer('commentReference', 0)}${refer('endnoteReference', 2)}<w:r><w:drawing><c:chart r:id="c"/></w:drawing><w:drawing><dgm:relIds r:dm="d"/></w:drawing></w:r></w:p>`
  const bytes = docx(body, {
    'word/footnotes.xml': `<w:footnotes ${namespaces}><w:footnote w:id="0" w:type="separator">${paragraph('—')}</w:footnote><w:footnote w:id="2">${paragraph('At sea level.')}</w:footnote></w:footnotes>`,
    'word/endnotes.xml': `<w:endnotes ${namespaces}><w:endnote w:id="2">${paragraph('See the annex.')}</w:endnote></w:endnotes>`,
    'word/comments.xml': `<w:comments ${namespaces}><w:comment w:id="0">${paragraph('Is this true?')}</w:comment></w:comments>`,
    'word/header1.xml': `<w:hdr ${namespaces}>${paragraph('Acme handbook')}</w:hdr>`,
    'word/footer1.xml': `<w:ftr ${namespaces}>${paragraph('12')}</w:ftr>`,
    'word/charts/chart1.xml': chart,
    'word/diagrams/data1.xml': `<dgm:dataModel ${namespaces}>${drawn('Plan')}${drawn('Do')}</dgm:dataModel>`,
  })
  expect(await read(bytes, 'a.docx')).toEqual([
    { page: 1, text: 'Water boils\nA box\nSize: M\nAt sea level.\nAcme handbook' },
    {
      page: 2,
      text: 'Second page\n支店別の売上\n\t2026\n大阪\t120\n札幌\t80\nPlan\nDo\nSee the annex.\nIs this true?',
    },
  ])
})

test('Charts, diagrams, notes and comments of a PPTX stand on their slide', async () => {
  const slide = (text: string) => `<p:sld ${namespaces}>${drawn(text)}</p:sld>`
  const shape = (type: string, text: string) => `<p:sp><p:nvPr><p:ph type="${type}"/></p:nvPr>${drawn(text)}</p:sp>`
  const bytes = archiveOf({
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldId r:id="1"/><p:sldId r:id="2"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      relation('1', 'slide', 'slides/slide1.xml'),
      relation('2', 'slide', 'slides/slide2.xml'),
    ),
    'ppt/slides/slide1.xml': slide('Sales'),
    'ppt/slides/_rels/slide1.xml.rels': relations(
      relation('1', 'notesSlide', '../notesSlides/notesSlide1.xml'),
      relation('2', 'chart', '../charts/chart1.xml'),
      relation('3', 'comments', '../comments/comment1.xml'),
    ),
    'ppt/slides/slide2.xml': slide('計画'),
    'ppt/notesSlides/notesSlide1.xml': `<p:notes ${namespaces}>${shape('body', 'Thank everybody')}${shape('sldNum', '1')}</p:notes>`,
    'ppt/charts/chart1.xml': chart,
    'ppt/comments/comment1.xml': `<p:cmLst ${namespaces}><p:cm><p:text>Newer figures?</p:text></p:cm></p:cmLst>`,
  })
  expect(await read(bytes, 'a.pptx')).toEqual([
    { page: 1, text: 'Sales\nThank everybody\n支店別の売上\n\t2026\n大阪\t120\n札幌\t80\nNewer figures?' },
    { page: 2, text: '計画' },
  ])
})

test.each([
  ['whose chart refers to itself', { 'word/charts/chart1.xml': `<c:chart ${namespaces} r:id="c"/>` }],
  ['whose notes are missing', {}],
])('A DOCX %s is read', async (_, parts) => {
  const body =
    '<w:p><w:r><w:t>Text</w:t><w:footnoteReference w:id="9"/><w:drawing><c:chart r:id="c"/></w:drawing></w:r></w:p>'
  expect(await outcomeOf(docx(body, parts), 'a.docx')).toBe('read')
})

test('Comments, texts of shapes and charts of an XLSX stand on their sheet, or on one of their own', async () => {
  const sheet = (text: string) =>
    `<worksheet ${namespaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`
  const bytes = archiveOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(relation('1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook ${namespaces}><sheets><sheet name="売上" sheetId="1" r:id="1"/><sheet name="Chart1" sheetId="3" r:id="3"/><sheet name="Other" sheetId="2" r:id="2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('2', 'worksheet', '/xl/worksheets/sheet2.xml'),
      relation('3', 'chartsheet', 'chartsheets/sheet1.xml'),
    ),
    'xl/chartsheets/sheet1.xml': `<chartsheet ${namespaces}/>`,
    'xl/chartsheets/_rels/sheet1.xml.rels': relations(relation('1', 'drawing', '../drawings/drawing2.xml')),
    'xl/drawings/drawing2.xml': `<xdr ${namespaces}>${drawn('Trend')}</xdr>`,
    'xl/worksheets/sheet1.xml': sheet('Sales'),
    'xl/worksheets/sheet2.xml': sheet('Else'),
    'xl/worksheets/_rels/sheet1.xml.rels': relations(
      relation('1', 'comments', '../comments1.xml'),
      relation('2', 'drawing', '../drawings/drawing1.xml'),
    ),
    'xl/comments1.xml':
      '<comments><comment ref="B2"><text><r><t>with </t></r><r><t>tax</t></r></text></comment></comments>',
    'xl/drawings/drawing1.xml': `<xdr ${namespaces}>${drawn('A box')}</xdr>`,
    'xl/drawings/_rels/drawing1.xml.rels': relations(relation('1', 'chart', '../charts/chart1.xml')),
    'xl/charts/chart1.xml': chart,
  })
  expect(await read(bytes, 'a.xlsx')).toEqual([
    { page: 1, text: '売上\nSales\nB2: with tax\nA box\n支店別の売上\n\t2026\n大阪\t120\n札幌\t80' },
    { page: 2, text: 'Chart1\nTrend' },
    { page: 3, text: 'Other\nElse' },
  ])
})
