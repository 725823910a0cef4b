import { expect, test, vi } from 'vitest'
import { extractPages } from '~/provider/documents/extract.ts'
import { encryptedPdf, glyphsWithoutMap, mimeTypes, pdfOf } from './fixtures.ts'

/** PDFium, which runs in workerd alone: what it reads is set by each test. */
let pdfium: string[] | undefined
vi.mock('~/provider/documents/thumbnail/render-pdf.ts', () => ({
  openPages: async () => {
    if (!pdfium) throw new Error('cannot open')
    return { count: pdfium.length, text: (number: number) => pdfium![number] }
  },
}))

const read = (bytes: Uint8Array) => extractPages(bytes, 'a.pdf', mimeTypes.pdf)
const english = 'The quick brown fox jumps over the lazy dog'

test('A page on which nothing is found is read a second time, and others stay as they are', async () => {
  pdfium = ['other', 'Drawn as outlines.', 'other']
  expect(await read(await pdfOf(['One.'], [], ['Three.']))).toEqual([
    { page: 1, text: 'One.' },
    { page: 2, text: 'Drawn as outlines.' },
    { page: 3, text: 'Three.' },
  ])
})

test('A word that the end of a line divides is whole', async () => {
  pdfium = ['The har\ufffe\r\nbour master']
  expect(await read(await pdfOf([]))).toEqual([{ page: 1, text: 'The harbour master' }])
})

test('A file that asks for a password is read where the second reader needs none', async () => {
  pdfium = ['Only the attachment is locked.']
  expect(await read(encryptedPdf())).toEqual([{ page: 1, text: 'Only the attachment is locked.' }])
  pdfium = undefined
  await expect(read(encryptedPdf())).rejects.toThrow('encrypted')
})

test('Letters that mean nothing are not read again', async () => {
  pdfium = ['7KHTXLFNEURZQIR']
  await expect(read(glyphsWithoutMap(english))).rejects.toThrow('unreadable_text')
})
