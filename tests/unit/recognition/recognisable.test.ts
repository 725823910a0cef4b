import { expect, test } from 'vitest'
import { isRecognisable } from '~/web/files/recognition/recognisable.ts'

test.each([
  ['a PDF without text', { mime_type: 'application/pdf', status: 'failed', status_reason: 'no_text' }],
  [
    'a PDF whose text means nothing',
    { mime_type: 'application/pdf', status: 'failed', status_reason: 'unreadable_text' },
  ],
  ['an image', { mime_type: 'image/jpeg', status: 'done', status_reason: null }],
] as const)('%s can be read', (_, file) => {
  expect(isRecognisable(file)).toBe(true)
})

test.each([
  ['a PDF with text', { mime_type: 'application/pdf', status: 'done', status_reason: null }],
  ['a PDF that is damaged', { mime_type: 'application/pdf', status: 'failed', status_reason: 'damaged' }],
  ['a PDF that is still processed', { mime_type: 'application/pdf', status: 'pending', status_reason: null }],
  ['a scan that was read', { mime_type: 'application/pdf', status: 'done', status_reason: 'recognised' }],
  ['an image that was read', { mime_type: 'image/png', status: 'done', status_reason: 'recognised' }],
  ['an image without words', { mime_type: 'image/png', status: 'done', status_reason: 'no_text' }],
  ['an empty text', { mime_type: 'text/plain', status: 'failed', status_reason: 'no_text' }],
  ['a drawing', { mime_type: 'image/svg+xml', status: 'done', status_reason: null }],
] as const)('%s is left alone', (_, file) => {
  expect(isRecognisable(file)).toBe(false)
})
