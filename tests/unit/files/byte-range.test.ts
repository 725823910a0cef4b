import { expect, test } from 'vitest'
import { byteRange } from '~/provider/files/byte-range.ts'

test.each([
  ['bytes=0-0', { offset: 0, length: 1 }],
  ['bytes=2-5', { offset: 2, length: 4 }],
  ['bytes=2-', { offset: 2, length: 8 }],
  ['bytes=2-99', { offset: 2, length: 8 }],
  ['bytes=-3', { offset: 7, length: 3 }],
  ['bytes=-99', { offset: 0, length: 10 }],
  ['Bytes=9-9', { offset: 9, length: 1 }],
])('%s of ten bytes is a part', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range)
})

test.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=99999999999999999999-'])(
  '%s of ten bytes is nothing',
  (header) => {
    expect(byteRange(header, 10)).toBe('unsatisfiable')
  },
)

test('nothing is satisfiable in an empty file', () => {
  expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(byteRange('bytes=-1', 0)).toBe('unsatisfiable')
})

test.each([null, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b', 'bytes=0x1-2'])(
  '%j gives the whole file',
  (header) => {
    expect(byteRange(header, 10)).toBeUndefined()
  },
)
