import { writeXlsx } from 'hucre/xlsx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type OfficeFormat, openOffice } from '~/provider/agents/translation/office/open-office.ts'
import { place, plainOf, sourceOf } from '~/provider/agents/translation/segment.ts'
import { extractPages } from '~/provider/documents/extract.ts'
import { archiveOf, mimeTypes, pptxOf } from '../documents/fixtures.ts'
import { structureOf, wordsOf } from './structure.ts'

async function translated(bytes: Uint8Array, format: OfficeFormat, says: Record<string, string>): Promise<Uint8Array> {
  const file = openOffice(bytes, format)
  for (const segment of file.segments) {
    const translation = says[sourceOf(segment)]
    if (translation === undefined) segment.mark?.()
    else place(segment, translation)
  }
  return file.save()
}

const sources = (bytes: Uint8Array, format: OfficeFormat) => openOffice(bytes, format).segments.map(sourceOf)

describe('a deck', () => {
  const title =
    '<p:sp><p:txBody><a:bodyPr/><a:p><a:pPr algn="ctr"/><a:r><a:rPr lang="ja-JP" altLang="en-US"/><a:t>来期の</a:t></a:r><a:r><a:rPr lang="en-US" b="1" dirty="0"><a:latin typeface="Meiryo"/></a:rPr><a:t>計画</a:t></a:r><a:br/><a:r><a:t>第1章 </a:t></a:r><a:fld id="{1}" type="slidenum"><a:t>1</a:t></a:fld></a:p></p:txBody></p:sp>'
  const table =
    '<a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>品名</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>ねじ</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl>'
  const notes = '<p:notes xmlns:a="urn:a" xmlns:p="urn:p"><a:p><a:r><a:t>話すこと</a:t></a:r></a:p></p:notes>'
  const chart = '<c:chart xmlns:a="urn:a" xmlns:c="urn:c"><a:p><a:r><a:t>売上</a:t></a:r></a:p></c:chart>'
  const deck = archiveOf({
    ...unzipSync(pptxOf(title, table)),
    'ppt/notesSlides/notesSlide1.xml': notes,
    'ppt/charts/chart1.xml': chart,
  })

  test('gives titles, cells and notes, each line for itself, and no slide number', () => {
    expect(sources(deck, 'pptx').toSorted()).toEqual(
      ['<1>来期の</1><2>計画</2>', '第1章', '品名', 'ねじ', '話すこと'].toSorted(),
    )
  })

  test('that is translated keeps its structure, its charts, and the looks of its words', async () => {
    const result = await translated(deck, 'pptx', {
      '<1>来期の</1><2>計画</2>': '<1>Next term’s </1><2>plans</2>',
      第1章: 'Chapter 1',
      品名: 'Item',
      ねじ: 'Screw',
      話すこと: 'What to say',
    })
    const words = /^ppt\/(slides|notesSlides)\/[^/]+$/
    expect(structureOf(result, words)).toEqual(structureOf(deck, words))
    expect(wordsOf(result, 'ppt/slides/slide2.xml')).toEqual(['Next term’s ', 'plans', 'Chapter 1 ', '1'])
    const pages = await extractPages(result, 'deck.pptx', mimeTypes.pptx)
    expect(pages[1]!.text).toBe('Item\tScrew')
  })

  test('has what stays highlighted, where the schema wants it', async () => {
    const slide = strFromU8(unzipSync(await translated(deck, 'pptx', {}))['ppt/slides/slide2.xml']!)
    const highlight = '<a:highlight><a:srgbClr val="FFFF00"/></a:highlight>'
    expect(slide).toContain(`b="1" dirty="0">${highlight}<a:latin typeface="Meiryo"/></a:rPr>`)
    expect(slide).toContain(`<a:r><a:rPr>${highlight}</a:rPr><a:t>第1章 </a:t></a:r>`)
  })
})

describe('a workbook', async () => {
  const written = await writeXlsx({
    sheets: [
      {
        name: '売上',
        columns: [{ width: 12 }],
        rows: [
          ['品名', '個数', '計'],
          ['ねじ', 40, 40],
          ['ばね', 8, 48],
          ['ねじ', 2, 50],
        ],
      },
    ],
  })
  const parts = unzipSync(written)
  const strings =
    '<?xml version="1.0" encoding="UTF-8"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="4" uniqueCount="4"><si><t>品名</t></si><si><r><t>赤い</t></r><r><rPr><b/><sz val="11"/></rPr><t xml:space="preserve">ねじ </t></r><rPh sb="0" eb="1"><t>アカ</t></rPh><phoneticPr fontId="1"/></si><si><t>改行\nあり</t></si><si><t>計</t></si></sst>'
  const inline =
    '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>備考</t></is></c><c r="B1" t="str"><f>"合"&amp;"計"</f><v>合計</v></c><c r="C1"><v>5</v></c></row></sheetData></worksheet>'
  const table =
    '<table xmlns="urn:x" ref="A1:B2"><tableColumns count="1"><tableColumn id="1" name="計"/></tableColumns></table>'
  const book = zipSync({
    'xl/sharedStrings.xml': strToU8(strings),
    'xl/worksheets/sheet1.xml': strToU8(inline),
    'xl/tables/table1.xml': strToU8(table),
  })

  test('gives its strings, and neither formulas, results, numbers nor the names of table columns', () => {
    expect(sources(book, 'xlsx')).toEqual(['品名', '<1>赤い</1><2>ねじ </2>', '改行\nあり', '備考'])
  })

  test('that is translated keeps its cells, and loses the readings of what is gone', async () => {
    const result = await translated(book, 'xlsx', {
      '<1>赤い</1><2>ねじ </2>': '<1>Red </1><2>screw</2>',
      '改行\nあり': 'line\nbreak',
      備考: 'Notes',
    })
    expect(wordsOf(result, 'xl/sharedStrings.xml')).toEqual(['品名', 'Red ', 'screw', 'line\nbreak', '計'])
    expect(wordsOf(result, 'xl/worksheets/sheet1.xml')).toEqual(['Notes'])
    const entries = unzipSync(result)
    expect(strFromU8(entries['xl/sharedStrings.xml']!)).not.toContain('rPh')
    expect(strFromU8(entries['xl/worksheets/sheet1.xml']!)).toContain('<f>"合"&amp;"計"</f><v>合計</v>')
  })

  test('of another writer is translated and read again', async () => {
    const result = await translated(written, 'xlsx', { 品名: 'Item', ねじ: 'Screw' })
    expect(Object.keys(structureOf(result, /^$/))).toEqual(Object.keys(parts))
    const [page] = await extractPages(result, 'sales.xlsx', mimeTypes.xlsx)
    expect(page!.text).toBe('売上\nItem\t個数\t計\nScrew\t40\t40\nばね\t8\t48\nScrew\t2\t50')
  })

  test('says of each text once what it is', () => {
    expect(
      openOffice(written, 'xlsx')
        .segments.map(plainOf)
        .filter((text) => text === 'ねじ'),
    ).toHaveLength(1)
  })
})
