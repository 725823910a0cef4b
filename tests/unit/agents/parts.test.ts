import { expect, test } from 'vitest'
import { packed, partsOf } from '~/provider/agents/analysis/parts.ts'

const page = (page: number, text: string) => ({ file_id: 1, file_name: 'a.txt', page, text })

test('pages are numbered over all files and packed in their order', () => {
  const parts = partsOf([page(1, 'aaaa'), page(2, 'bb'), page(1, 'cc'), page(3, 'dddd')], 6)
  expect(parts.map((part) => part.map(({ n, text }) => `${n}${text}`))).toEqual([
    ['1aaaa', '2bb'],
    ['3cc', '4dddd'],
  ])
})

test('a page longer than a part is cut into pieces of the same number, and nothing is lost', () => {
  const parts = partsOf([page(1, 'abcdefgh'), page(2, 'ij')], 3)
  expect(parts.flat().map(({ n, text }) => `${n}${text}`)).toEqual(['1abc', '1def', '1gh', '2ij'])
  expect(parts.every((part) => part.reduce((sum, { text }) => sum + text.length, 0) <= 3)).toBe(true)
})

test('an empty page takes no room, and no pages make no part', () => {
  expect(partsOf([page(1, '')], 3)).toEqual([])
  expect(partsOf([], 3)).toEqual([])
})

test('notes are packed into as few groups as their order allows', () => {
  expect(packed(['aaa', 'b', 'cc', 'd'], 4)).toEqual([
    ['aaa', 'b'],
    ['cc', 'd'],
  ])
})
