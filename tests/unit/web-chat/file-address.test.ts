import { expect, test } from 'vitest'
import { imageAt } from '~/web/chat/answer-text/file-address.ts'

test.each(['/files/5', '/files/5#page=2', '/files/../files/5'])('%s is a picture of one of the files', (src) => {
  expect(imageAt(src)).toEqual({ file: 5 })
})

test.each([
  ['https://evil.example/x', 'https://evil.example/x'],
  ['//evil.example/files/5', 'https://evil.example/files/5'],
  ['/\t/evil.example/files/5', 'https://evil.example/files/5'],
  ['/\n\\evil.example/files/5', 'https://evil.example/files/5'],
  ['\r/\\evil.example/files/5', 'https://evil.example/files/5'],
])('%j is elsewhere', (src, elsewhere) => {
  expect(imageAt(src)).toEqual({ elsewhere })
})

test.each(['/_serverFn/x', '/v1/openapi.json', '/files', '/files/5/content', '/', '', 'https://'])(
  '%j is nothing to be shown',
  (src) => {
    expect(imageAt(src)).toBeNull()
  },
)
