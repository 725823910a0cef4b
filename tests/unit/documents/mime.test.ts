import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { extractPages } from '~/provider/documents/extract.ts'
import { detectMimeType, fileType } from '~/provider/documents/mime.ts'
import { bytesOf, docxOf, mimeTypes, paragraph, pdfOf, pptxOf } from './fixtures.ts'
import { sample } from './sample.ts'

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test('A mislabelled file gets the type of its bytes, and is read as that', async () => {
  const bytes = await pdfOf(['Hello'])
  expect(detectMimeType(bytes, 'report.docx')).toBe(mimeTypes.pdf)
  expect(await extractPages(bytes, 'report.docx', detectMimeType(bytes, 'report.docx'))).toEqual([
    { page: 1, text: 'Hello' },
  ])
  expect(detectMimeType(docxOf(paragraph('x')), 'report.xlsx')).toBe(mimeTypes.docx)
  expect(detectMimeType(pptxOf('<a:p/>'), 'deck')).toBe(mimeTypes.pptx)
  expect(detectMimeType(await writeXlsx({ sheets: [{ name: 'S', rows: [['a']] }] }), 'a.pdf')).toBe(mimeTypes.xlsx)
  expect(detectMimeType(sample('product-board-minutes-2026-10.docx'), 'a.txt')).toBe(mimeTypes.docx)
})

test.each([
  ['\x89PNG\r\n\x1a\n', 'a.csv', 'image/png'],
  ['\xff\xd8\xff\xe0', 'a.txt', 'image/jpeg'],
  ['GIF89a', 'a', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'a.png', 'image/webp'],
  ['RIFF\x10\0\0\0WAVEfmt ', 'a.webp', 'audio/wav'],
  ['\0\0\0\x20ftypavif', 'a.jpg', 'image/avif'],
  ['\0\0\0\x20ftypM4A ', 'a.mp3', 'audio/mp4'],
  ['ID3\x04', 'a.pdf', 'audio/mpeg'],
  ['<!DOCTYPE html><p>', 'a.csv', 'text/html'],
  ['<svg xmlns="x">', 'a.md', 'image/svg+xml'],
  ['name,price\n', 'a.csv', 'text/csv'],
  ['# Title\n', 'a.md', 'text/markdown'],
  ['plain words', 'a.bin', 'text/plain'],
  ['PK\x03\x04\x14\0zip of something', 'a.docx', 'application/zip'],
  ['PK\x03\x04\x14\0customXml/item1.xml', 'a.docx', mimeTypes.docx],
  ['PK\x03\x04\x14\0book/chapter-1.xhtml', 'a.epub', 'application/epub+zip'],
  ['MZ\x90\0\x03', 'a.pdf', 'application/octet-stream'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'a.doc', 'application/msword'],
])('%j in %s is %s', (start, name, type) => {
  expect(detectMimeType(latin1(start), name)).toBe(type)
})

test('Japanese text is text whatever its encoding', () => {
  expect(detectMimeType(bytesOf('品名,単価'), '表.CSV')).toBe('text/csv')
  expect(detectMimeType(Uint8Array.from([0x95, 0x69, 0x96, 0xbc]), '表.txt')).toBe('text/plain')
  expect(detectMimeType(Uint8Array.from([0xff, 0xfe, 0x41, 0x00]), 'a.txt')).toBe('text/plain')
})

test('Image, audio or document is decided by the extension', () => {
  const types = [
    'a.PNG',
    'b.avif',
    'c.jpeg',
    'd.jpg',
    'e.webp',
    'f.gif',
    'g.mp3',
    'h.wav',
    'i.pdf',
    'j.svg',
    'png',
  ].map(fileType)
  expect(types).toEqual([...Array(6).fill('image'), 'audio', 'audio', 'document', 'document', 'document'])
})
