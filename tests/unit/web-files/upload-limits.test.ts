import { expect, test } from 'vitest'
import { isStoredOnly } from '~/web/files/upload/limits.ts'

const MiB = 1024 * 1024
const limits = {
  file_bytes: 1024 * MiB,
  readable_bytes: 32 * MiB,
  readable_characters: 8_000_000,
  table_bytes: 32 * MiB,
}

test.each([
  ['a PDF at the limit', 'application/pdf', 32 * MiB, false],
  ['a larger PDF', 'application/pdf', 32 * MiB + 1, true],
  ['a larger CSV', 'text/csv', 40 * MiB, true],
  ['a file of which the browser knows no type', '', 40 * MiB, true],
  ['a film', 'video/mp4', 400 * MiB, false],
  ['a picture', 'image/png', 40 * MiB, false],
  ['a recording', 'audio/mp4', 40 * MiB, false],
])('%s: whether it is only stored', (_, type, size, storedOnly) => {
  expect(isStoredOnly({ type, size }, limits)).toBe(storedOnly)
})
