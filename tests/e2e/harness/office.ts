import {
  Document,
  ExternalHyperlink,
  Footer,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { pngOf } from '../../pictures.ts'

/** Where the hostile parts of these files lead. */
export const foreign = 'evil.example'

const officeType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Replaces parts of an archive, or adds them. */
function changed(archive: Uint8Array, changes: Record<string, (before: string) => string>): Uint8Array<ArrayBuffer> {
  const parts = unzipSync(archive)
  for (const [name, change] of Object.entries(changes)) {
    parts[name] = strToU8(change(parts[name] ? strFromU8(parts[name]) : ''))
  }
  return new Uint8Array(zipSync(parts))
}

/**
 * A Word document of two numbered pages with a picture of 120 by 60 pixels, a red cell and a link; and with what would run or be
 * fetched if it were let: a script for a link, a picture from elsewhere, a web page that is embedded.
 */
export async function docx(): Promise<Uint8Array<ArrayBuffer>> {
  const link = (target: string, text: string) => new ExternalHyperlink({ link: target, children: [new TextRun(text)] })
  const red = { type: ShadingType.CLEAR, fill: 'C00000', color: 'auto' }
  const numbers = new TextRun({ children: ['Sheet ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] })
  const document = new Document({
    sections: [
      {
        footers: { default: new Footer({ children: [new Paragraph({ children: [numbers] })] }) },
        children: [
          new Paragraph({
            children: [
              new ImageRun({ type: 'png', data: pngOf(120, 60), transformation: { width: 120, height: 60 } }),
              link('javascript:parent.postMessage("ran", "*")', 'a script'),
              link(`https://${foreign}/link`, 'a link'),
            ],
          }),
          new Table({
            rows: [
              new TableRow({
                children: [new TableCell({ children: [new Paragraph('Overdue')], shading: red })],
              }),
            ],
          }),
          new Paragraph({ pageBreakBefore: true, text: 'The reserve pump is primed' }),
          new Paragraph('for 47 seconds before it is started.'),
        ],
      },
    ],
  })
  const hostile =
    '<w:altChunk r:id="chunk"/><w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml">' +
    '<v:imagedata r:id="pixel"/></v:shape></w:pict></w:r></w:p>'
  return changed(new Uint8Array(await Packer.toArrayBuffer(document)), {
    'word/document.xml': (xml) => xml.replace('<w:body>', `<w:body>${hostile}`),
    'word/_rels/document.xml.rels': (xml) =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="pixel" Type="${officeType}/image" Target="https://${foreign}/pixel.png" TargetMode="External"/>` +
          `<Relationship Id="chunk" Type="${officeType}/aFChunk" Target="chunk.html"/></Relationships>`,
      ),
    'word/chunk.html': () => `<img src="https://${foreign}/chunk.png"><script>parent.postMessage("ran", "*")</script>`,
  })
}

const drawing =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const tree = (shapes: string) =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`
const relations = (...entries: [id: string, type: string, target: string, mode?: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="${officeType}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`

/** Where a shape stands, in units of which an inch has 914,400: 96 pixels. */
const placed = (x: number, y: number, width: number, height: number) =>
  `<a:xfrm><a:off x="${x * 9525}" y="${y * 9525}"/><a:ext cx="${width * 9525}" cy="${height * 9525}"/></a:xfrm>`
const shape = (id: number, place: string, fill: string, text: string, run = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${place}` +
  `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fill}</p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US" sz="2400">${run}</a:rPr>` +
  `<a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
const picture = (id: number, place: string, source: string) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Picture ${id}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip ${source}/>` +
  `<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${place}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`

const colours = ['dk1', 'lt1', 'dk2', 'lt2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6']
const theme =
  `<a:theme ${drawing} name="t"><a:themeElements><a:clrScheme name="c">${[...colours, 'hlink', 'folHlink']
    .map((name) => `<a:${name}><a:srgbClr val="${{ dk1: '000000', lt1: 'FFFFFF' }[name] ?? '00B050'}"/></a:${name}>`)
    .join(
      '',
    )}</a:clrScheme><a:fontScheme name="f"><a:majorFont><a:latin typeface="Arial"/></a:majorFont><a:minorFont>` +
  '<a:latin typeface="Arial"/></a:minorFont></a:fontScheme><a:fmtScheme name="s"/></a:themeElements></a:theme>'

/**
 * A presentation of three slides of 960 by 540 pixels over a dark background of the master. The second has text on a shape of
 * the theme's first accent (#00B050) at 100, 200, a picture, a link that is a script, and a picture and a recording from
 * elsewhere.
 */
export function pptx(): Uint8Array<ArrayBuffer> {
  const slides = [
    shape(2, placed(100, 100, 400, 60), '', 'Opening'),
    shape(
      2,
      placed(100, 200, 400, 60),
      '<a:solidFill><a:schemeClr val="accent1"/></a:solidFill>',
      'Prime for 47 seconds',
    ) +
      shape(3, placed(100, 300, 400, 60), '', 'a script', '<a:hlinkClick r:id="script"/>') +
      picture(4, placed(600, 200, 240, 120), 'r:embed="picture"') +
      picture(5, placed(600, 400, 100, 50), 'r:link="pixel"'),
    shape(2, placed(100, 100, 400, 60), '', 'The end'),
  ]
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'ppt/presentation.xml':
      `<p:presentation ${drawing}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="master"/></p:sldMasterIdLst><p:sldIdLst>` +
      `${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="slide${index + 1}"/>`).join('')}</p:sldIdLst>` +
      `<p:sldSz cx="${960 * 9525}" cy="${540 * 9525}"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ['master', 'slideMaster', 'slideMasters/slideMaster1.xml'],
      ...slides.map((_, index): [string, string, string] => [
        `slide${index + 1}`,
        'slide',
        `slides/slide${index + 1}.xml`,
      ]),
    ),
    'ppt/slideMasters/slideMaster1.xml':
      `<p:sldMaster ${drawing}>${tree('').replace('<p:cSld>', '<p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val="1F2937"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>')}` +
      '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/></p:sldMaster>',
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations(
      ['layout', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', 'theme', '../theme/theme1.xml'],
    ),
    'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${drawing}>${tree('')}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([
      'master',
      'slideMaster',
      '../slideMasters/slideMaster1.xml',
    ]),
    'ppt/theme/theme1.xml': theme,
    'ppt/media/picture.png': pngOf(240, 120),
  }
  for (const [index, shapes] of slides.entries()) {
    parts[`ppt/slides/slide${index + 1}.xml`] = `<p:sld ${drawing}>${tree(shapes)}</p:sld>`
    parts[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = relations(
      ['layout', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['picture', 'image', '../media/picture.png'],
      ['pixel', 'image', `https://${foreign}/pixel.png`, 'External'],
      ['video', 'video', `https://${foreign}/film.mp4`, 'External'],
      ['script', 'hyperlink', 'javascript:parent.postMessage(&quot;ran&quot;,&quot;*&quot;)', 'External'],
    )
  }
  const archive = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part])
  return new Uint8Array(zipSync(Object.fromEntries(archive)))
}

/**
 * A workbook of two sheets: a small one with a merged title over two columns, a red cell, a date and a picture, and one of 3,000
 * rows under a frozen header, which are 1,000 to a page.
 */
export async function xlsx(): Promise<Uint8Array<ArrayBuffer>> {
  const style = (rgb: string) => ({ fill: { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb } } })
  const day = new Date(Date.UTC(2026, 3, 1))
  const long = Array.from({ length: 3000 }, (_, index) => [`Item ${index}`, index * 1.5])
  return new Uint8Array(
    await writeXlsx({
      sheets: [
        {
          name: '点検',
          rows: [
            ['Inspections', null],
            ['Overdue', day],
          ],
          columns: [{ width: 20 }, { width: 16 }],
          merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }],
          cells: new Map([
            ['1,0', { value: 'Overdue', style: style('C00000') }],
            ['1,1', { value: day, style: { numFmt: 'yyyy"年"m"月"d"日"' } }],
          ]),
          images: [{ data: pngOf(120, 60), type: 'png', anchor: { from: { row: 3, col: 3 } }, width: 120, height: 60 }],
        },
        { name: 'Long', rows: [['Name', 'Amount'], ...long], freezePane: { rows: 1 } },
      ],
    }),
  )
}
