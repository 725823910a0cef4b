import {
  Document,
  ExternalHyperlink,
  FootnoteReferenceRun,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** A PNG of one red pixel. */
const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)

/** A text box as Word writes it: the shape, and for older programs the same once more. */
const textBox = (text: string) => {
  const content = `<w:txbxContent><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:txbxContent>`
  const size = '<wp:extent cx="1800000" cy="450000"/><wp:docPr id="7" name="Box"/>'
  const shape = `<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="450000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:ln><a:solidFill><a:srgbClr val="2244AA"/></a:solidFill></a:ln></wps:spPr><wps:txbx>${content}</wps:txbx><wps:bodyPr/></wps:wsp>`
  const graphic = `<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">${shape}</a:graphicData></a:graphic>`
  return `<w:p><w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" Requires="wps"><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">${size}${graphic}</wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:141pt;height:36pt"><v:textbox>${content}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`
}

const cells = (...texts: string[]) =>
  new TableRow({
    children: texts.map(
      (text) => new TableCell({ width: { size: 4500, type: WidthType.DXA }, children: [new Paragraph(text)] }),
    ),
  })

/**
 * A Japanese report with what documents have: header, footer with a page number, heading, a sentence of several looks and
 * a link, a footnote, a table, an image, a tab, a text box, ruby, tracked changes and Japanese fonts.
 */
export async function japaneseReport(): Promise<Uint8Array> {
  const document = new Document({
    styles: { default: { document: { run: { font: { ascii: 'Calibri', eastAsia: 'Yu Mincho' } } } } },
    footnotes: { 1: { children: [new Paragraph('税抜きの金額です。')] } },
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph('社外秘')] }) },
        footers: {
          default: new Footer({
            children: [new Paragraph({ children: [new TextRun({ children: ['ページ', PageNumber.CURRENT] })] })],
          }),
        },
        children: [
          new Paragraph({ text: '年次報告書', heading: HeadingLevel.HEADING_1 }),
          new Paragraph({
            children: [
              new TextRun('売上は'),
              new TextRun({ text: '過去最高', bold: true, color: 'C00000' }),
              new TextRun('でした'),
              new FootnoteReferenceRun(1),
              new TextRun('。詳しくは'),
              new ExternalHyperlink({ link: 'https://example.com/ir', children: [new TextRun('こちら')] }),
              new TextRun('。'),
            ],
          }),
          new Paragraph({
            children: [new TextRun('発行日'), new TextRun({ children: [new Tab(), '令和8年12月1日'] })],
          }),
          new Table({
            width: { size: 9000, type: WidthType.DXA },
            rows: [cells('品名', '金額'), cells('ねじ', '5万円'), cells('A-17', '1,200')],
          }),
          new Paragraph({
            children: [
              new ImageRun({ type: 'png', data: pixel, transformation: { width: 40, height: 40 } }),
              new TextRun('図1'),
            ],
          }),
          new Paragraph('BOX'),
          new Paragraph('RUBY'),
          new Paragraph('CHANGED'),
        ],
      },
    ],
  })
  const parts = unzipSync(new Uint8Array(await Packer.toArrayBuffer(document)))
  const body = strFromU8(parts['word/document.xml']!)
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
  const put = (mark: string, xml: string) => (source: string) =>
    source.replace(new RegExp(`<w:p>(?:(?!<w:p>).)*${mark}.*?</w:p>`), xml)
  const whole = [
    put('BOX', textBox('重要事項')),
    put(
      'RUBY',
      `<w:p><w:r><w:ruby><w:rubyPr/><w:rt>${run('かぶしき')}</w:rt><w:rubyBase>${run('株式')}</w:rubyBase></w:ruby></w:r></w:p>`,
    ),
    // Word cuts runs where its checkers look, and where the script changes.
    put(
      'CHANGED',
      `<w:p><w:del w:id="8" w:author="a"><w:r><w:delText>旧</w:delText></w:r></w:del><w:ins w:id="9" w:author="a"><w:r><w:rPr><w:rFonts w:hint="eastAsia"/></w:rPr><w:t>新しい</w:t></w:r><w:proofErr w:type="spellStart"/><w:r><w:rPr><w:lang w:val="en-US"/></w:rPr><w:t>事業 &amp; 計画</w:t></w:r></w:ins></w:p>`,
    ),
  ].reduce((source, change) => change(source), body)
  return zipSync({ ...parts, 'word/document.xml': strToU8(whole) })
}

/** What a model makes of its texts, in the order in which they are read; the tags are those of the looks. */
export const reportInEnglish = [
  'Annual report',
  '<1>Sales were </1><2>higher than ever</2><3></3><4>. Read more </4><5>here</5><6>.</6>',
  'Date of issue',
  'December 1, 2026',
  'Item',
  'Amount',
  'Screw',
  '¥50,000',
  'Figure 1',
  'Important',
  'Stock',
  'New plans',
  'Confidential',
  'Page',
  'Amounts are before tax.',
]
