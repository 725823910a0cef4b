import { describe, expect, it } from 'vitest'
import { officeViewerAddress } from '~/web/files/preview/office-viewer.ts'
import { isOffice, isPreviewable, previewSource } from '~/web/files/preview/preview-source.ts'

const url = 'https://files.example/7?signature=abc'
const preview = (name: string, address = url) => previewSource({ name }, address)
const typed = (type: string, disposition = 'inline') =>
  `https://files.example/7?disposition=${disposition}&response-content-type=${encodeURIComponent(type)}`

describe('how a file is previewed', () => {
  it.each([
    ['policy.pdf', 'pdf'],
    ['Scan.PDF', 'pdf'],
    ['photo.jpeg', 'image'],
    ['chart.webp', 'image'],
    ['data.csv', 'table'],
    ['notes.md', 'markdown'],
    ['log.txt', 'text'],
    ['figures.ods', 'workbook'],
    ['talk.mp3', 'audio'],
  ])('shows %s as %s', (name, kind) => {
    expect(preview(name)).toEqual({ kind, url })
  })

  it.each([
    ['report.docx', 'docx'],
    ['deck.pptx', 'pptx'],
    ['予算.xlsx', 'workbook'],
    ['old.XLS', 'workbook'],
  ])('draws %s with its layout', (name, kind) => {
    expect(preview(name)).toEqual({ kind, url })
    expect(isOffice({ name })).toBe(true)
  })

  it.each([
    'old.doc',
    'old.ppt',
    'letter.rtf',
    'plan.odt',
    'deck.odp',
    'page.html',
    'mail.eml',
    'mail.msg',
    'book.epub',
  ])('shows the extracted text of %s', (name) => {
    expect(preview(name)).toBe('pages')
    expect(isPreviewable({ name, mime_type: 'application/octet-stream' })).toBe(true)
  })

  it.each([
    ['README', 'text/plain', 'text'],
    ['scan', 'application/pdf', 'pdf'],
    ['notes.log', 'text/plain; charset=utf-8', 'text'],
    ['voice', 'audio/ogg', 'audio'],
  ])('shows %s of the type %s as %s, as its name says nothing', (name, type, kind) => {
    expect(preview(name, typed(type))).toEqual({ kind, url: typed(type) })
    expect(isPreviewable({ name, mime_type: type })).toBe(true)
  })

  it.each(['archive.tar.gz', 'a.constructor', '.pdf.exe', 'drawing.svg'])('does not show %s', (name) => {
    expect(preview(name)).toEqual({ kind: 'tab', url })
    expect(isPreviewable({ name, mime_type: 'application/octet-stream' })).toBe(false)
  })
})

describe('what is not shown', () => {
  it('is saved where its address is not an https:// one', () => {
    for (const address of [
      'http://localhost:3000/v1/files/7/bytes',
      '/v1/files/7/bytes',
      'HTTPS//x',
      'javascript:alert(1)',
    ])
      expect(preview('a.zip', address)).toEqual({ kind: 'download' })
  })

  it('is saved where its address answers as an attachment, which would leave a new tab empty', () => {
    expect(preview('a.zip', typed('application/zip', 'attachment'))).toEqual({ kind: 'download' })
    const presigned = 'https://bucket.example/7?response-content-disposition=attachment%3B%20filename%3D%22a.zip%22'
    expect(preview('a.zip', presigned)).toEqual({ kind: 'download' })
  })
})

describe("another party's viewer for Office documents", () => {
  const viewer = 'https://office.example/embed?src='

  it('gets the address of a document that it can reach', () => {
    expect(officeViewerAddress(viewer, 'https://app.example.com/v1/files/7?a=1&b=2')).toBe(
      'https://office.example/embed?src=https%3A%2F%2Fapp.example.com%2Fv1%2Ffiles%2F7%3Fa%3D1%26b%3D2',
    )
  })

  it('gets none where it is not set', () => {
    expect(officeViewerAddress('', 'https://app.example.com/7')).toBeUndefined()
  })

  it.each([
    'http://app.example.com/7',
    'https://localhost/7',
    'https://app.localhost/7',
    'https://intranet/7',
    'https://wiki.internal/7',
    'https://192.168.1.4/7',
    'https://[::1]/7',
    '/v1/files/7/bytes',
  ])('gets no address that is not public: %s', (address) => {
    expect(officeViewerAddress(viewer, address)).toBeUndefined()
  })
})
