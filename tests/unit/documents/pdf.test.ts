import { expect, test } from 'vitest'
import { extractPages } from '~/provider/documents/extract.ts'
import { refuseStreamBombs } from '~/provider/documents/pdf-streams.ts'
import { bytesOf, mimeTypes, pdfOf, rawPdf, textPage } from './fixtures.ts'
import { pageOf } from './pdf-page.ts'

const read = async (bytes: Uint8Array) =>
  (await extractPages(bytes, 'a.pdf', mimeTypes.pdf)).map(({ text }) => text.split('\n'))

test('What was filled into a form stands after its labels, and boxes say whether they are ticked', async () => {
  const bytes = await pageOf((write, page, document) => {
    const form = document.getForm()
    write('Name:', 50, 500)
    write('City:', 250, 500)
    const place = { x: 90, y: 496, width: 120, height: 16 }
    const name = form.createTextField('name')
    name.setText('Hanako Sato')
    name.addToPage(page, place)
    const city = form.createDropdown('city')
    city.addOptions(['Sapporo', 'Naha'])
    city.select('Naha')
    city.addToPage(page, { ...place, x: 290 })
    const boxes = ['Express', 'Insured'].map((label, index) => {
      write(label, 80, 460 - index * 20)
      const box = form.createCheckBox(label)
      box.addToPage(page, { x: 60, y: 458 - index * 20, width: 12, height: 12 })
      return box
    })
    boxes[1]!.check()
    const empty = form.createTextField('empty')
    empty.addToPage(page, { ...place, y: 400 })
  })
  expect(await read(bytes)).toEqual([['Name: Hanako Sato\tCity: Naha', '☐ Express', '☑ Insured']])
})

test('A hard-wrapped paragraph is one, though its lines end before the margin', async () => {
  const lines = [
    'The committee met on Tuesday and agreed that the',
    'budget of the coming year should be raised, since',
    'prices had risen in the last months and',
    'nobody objected.',
  ]
  const bytes = await pdfOf([
    ...lines,
    '',
    'A heading that is much longer than all of the lines of the paragraph above',
  ])
  expect((await read(bytes))[0]![0]).toBe(lines.join(' '))
})

test('A sentence goes on in the next column', async () => {
  const bytes = await pageOf((write) => {
    ;['The first column tells of herons,', 'which stand in the shallows and'].forEach((line, index) =>
      write(line, 40, 500 - index * 12),
    )
    write('of otters, too, in a line of its own', 40, 476)
    write('wait for the fish to come nearer.', 230, 500)
  })
  expect((await read(bytes))[0]!.join('\n')).toContain('in a line of its own wait for the fish')
})

test('A raised number is part of its line', async () => {
  const bytes = await pageOf((write) => {
    write('The reserve was sold', 50, 500)
    write('12', 145.5, 504, { size: 6 })
    write('in 1998 to a trust that', 155, 500)
    write('keeps it to this day.', 50, 488)
  })
  expect(await read(bytes)).toEqual([['The reserve was sold12 in 1998 to a trust that keeps it to this day.']])
})

test('The number of a list stands before its item, while cells of a table are apart', async () => {
  const bytes = await pageOf((write) => {
    write('1.', 50, 500)
    write('Open the valve.', 90, 500)
    write('2.1', 50, 470)
    write('Safety', 90, 470)
    write('Pump', 50, 440)
    write('120', 150, 440)
    write('3.5', 50, 410)
    write('4.5', 150, 410)
  })
  expect(await read(bytes)).toEqual([['1. Open the valve.', '2.1 Safety', 'Pump\t120', '3.5\t4.5']])
})

test('Text that runs up the page is read along its own direction', async () => {
  const bytes = await pageOf((write) => {
    write('Turned words', 100, 100, { turned: 90 })
    write('go on here', 100, 166, { turned: 90 })
    write('and on the next line.', 112, 100, { turned: 90 })
  })
  expect(await read(bytes)).toEqual([['Turned words go on here and on the next line.']])
})

test('What is all that a page says is no running head', async () => {
  const bytes = await pdfOf(['Exhibit 1'], ['Exhibit 2'], ['Exhibit 3'])
  expect(await read(bytes)).toEqual([['Exhibit 1'], ['Exhibit 2'], ['Exhibit 3']])
})

test.each(['\n', '\r\n', '\r', ' '])(
  'Two deflated streams, one after the other, are not one that is deflated twice: %j',
  (gap) => {
    const stream = `<< /Filter /FlateDecode >>${gap}stream\nx\nendstream${gap}endobj`
    const source = `%PDF-1.4\n1 0${gap}obj${gap}${stream}${gap}2 0${gap}obj${gap}${stream}`
    expect(() => refuseStreamBombs(bytesOf(source))).not.toThrow()
    const twice = source.replaceAll('/FlateDecode', '[/FlateDecode /FlateDecode]')
    expect(() => refuseStreamBombs(bytesOf(twice))).toThrow('too_large')
  },
)

test('Chinese text in a font that is not embedded is read by its predefined character map', async () => {
  const bytes = rawPdf([
    ...textPage('BT /F1 12 Tf 50 700 Td <b1b1bea9cad0b5f6> Tj ET'),
    '<< /Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /GBK-EUC-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SimSun /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /SimSun /Flags 4 /FontBBox [0 -136 1000 859] /ItalicAngle 0 /Ascent 859 /Descent -140 /CapHeight 709 /StemV 80 >>',
  ])
  expect(await read(bytes)).toEqual([['北京市钓']])
})
