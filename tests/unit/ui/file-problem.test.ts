import { beforeEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { fileProblem } from '~/ui/form/file-input.tsx'

beforeEach(() => overwriteGetLocale(() => 'en'))

const csv = { accept: ['.csv'] }

test('a file of the wrong type is refused with its type and those allowed', () => {
  expect(fileProblem({ name: 'rules.pdf', size: 1 }, csv)).toBe('Invalid file type .pdf. Allowed types: .csv')
  expect(fileProblem({ name: 'rules', size: 1 }, { accept: ['.csv', '.txt'] })).toBe(
    'Invalid file type rules. Allowed types: .csv, .txt',
  )
})

test('the extension counts in any case, and only the last one', () => {
  expect(fileProblem({ name: 'RULES.CSV', size: 1 }, csv)).toBeUndefined()
  expect(fileProblem({ name: 'rules.csv.exe', size: 1 }, csv)).toBe('Invalid file type .exe. Allowed types: .csv')
})

test('a file at the limit or above it is refused, in MB where the limit is 1 MB or more', () => {
  const megabyte = 1024 * 1024
  const bounds = { ...csv, maxBytes: 2 * megabyte }
  expect(fileProblem({ name: 'a.csv', size: 2 * megabyte - 1 }, bounds)).toBeUndefined()
  expect(fileProblem({ name: 'a.csv', size: 2 * megabyte }, bounds)).toBe(
    'File size of 2.0 MB exceeds the maximum limit of 2.0 MB',
  )
})

test('below 1 MB the limit is told in KB', () => {
  expect(fileProblem({ name: 'a.csv', size: 1536 }, { ...csv, maxBytes: 1024 })).toBe(
    'File size of 1.5 KB exceeds the maximum limit of 1.0 KB',
  )
})
