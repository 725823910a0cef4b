import { expect, test } from 'vitest'
import { mergeRankings } from '~/provider/search/merge-rankings.ts'

const ranking = (...ids: number[]) =>
  ids.map((id, place) => ({
    id,
    file_id: 1,
    file_name: 'a.txt',
    page: id,
    text: '',
    opens_page: 0,
    score: 9 - place,
    url: null,
  }))
const ids = (...rankings: number[][]) =>
  mergeRankings(
    rankings.map((each) => ranking(...each)),
    3,
  ).map(({ id }) => id)

test('What two rankings have comes before what only one has, and each comes once', () => {
  expect(ids([1, 2, 3], [4, 2])).toEqual([2, 1, 4])
  expect(ids([1, 2, 3, 4], [1, 2, 3, 4])).toEqual([1, 2, 3])
})

test('One ranking keeps its order beside an empty one', () => {
  expect(ids([3, 1, 2], [])).toEqual([3, 1, 2])
})
