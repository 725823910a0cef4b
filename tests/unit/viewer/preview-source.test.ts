import { describe, expect, it } from 'vitest'
import { previewSource } from '~/web/files/preview-source.ts'

const url = 'https://files.example/7?signature=abc'
const preview = (name: string) => previewSource({ name }, url)

describe('how a file is previewed', () => {
  it.each([
    ['policy.pdf', 'pdf'],
    ['Scan.PDF', 'pdf'],
    ['photo.jpeg', 'image'],
    ['chart.webp', 'image'],
    ['data.csv', 'table'],
    ['notes.md', 'text'],
    ['log.txt', 'text'],
  ])('shows %s as %s', (name, kind) => {
    expect(preview(name)).toEqual({ kind, url })
  })

  it.each(['report.docx', '予算.xlsx', 'deck.pptx'])('shows the extracted text of %s', (name) => {
    expect(preview(name)).toBe('pages')
  })

  it.each(['talk.mp3', 'page.html', 'drawing.svg', 'archive.tar.gz', 'README', 'a.constructor', '.pdf.exe'])(
    'does not preview %s',
    (name) => {
      expect(preview(name)).toBe('unsupported')
    },
  )
})
