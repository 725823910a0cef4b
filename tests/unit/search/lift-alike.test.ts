import { expect, test } from 'vitest'
import { liftAlike } from '~/provider/search/lift-alike.ts'

/** The scores afterwards, of passages by their files, texts and scores. */
const lifted = (...passages: [file: number, text: string, score: number][]) =>
  liftAlike(
    passages.map(([file_id, text, score], id) => ({
      passage: { id, file_id, file_name: 'a.txt', page: 1, text, opens_page: 0, score, url: null },
      text,
    })),
  ).map(({ score }) => score)

const ferry = 'the ferry crosses the strait with cargo and mail'

test('A passage worded like the best one of another file overtakes one that is worded otherwise', () => {
  const [, otherwise, alike] = lifted(
    [1, ferry, 10],
    [2, 'seven cooks prepare supper', 8],
    [3, 'cargo and mail cross by ferry', 7.9],
  )
  expect(otherwise).toBe(8)
  expect(alike).toBeGreaterThan(8)
})

test('Japanese passages are left as they were: a year or a name in Latin letters makes nobody alike', () => {
  expect(lifted([1, '2026年に連絡船abcは海峡を渡る。', 10], [2, '2026年に連絡船abcは海峡を渡る。', 8])).toEqual([10, 8])
})

test('Passages of one file do not raise each other', () => {
  expect(lifted([1, ferry, 10], [1, ferry, 9])).toEqual([10, 9])
})

test('A copy is raised no more than a passage that is half alike', () => {
  const [, copy, half] = lifted(
    [1, 'ferry strait cargo mail', 10],
    [2, 'ferry strait cargo mail', 8],
    [3, 'ferry strait engine crew', 8],
  )
  expect(copy).toBe(half)
})

test('What is far behind the best one, or shares no word, raises nothing', () => {
  expect(lifted([1, ferry, 10], [2, 'seven cooks', 2], [3, 'seven cooks', 2], [4, '', 1])).toEqual([10, 2, 2, 1])
})
