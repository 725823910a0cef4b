import { expect, test } from 'vitest'
import { latestWithin } from '~/provider/chat/history.ts'

const turn = (characters: number) => ({ question: 'q'.repeat(characters / 2), answer: 'a'.repeat(characters / 2) })

test('the oldest turns are left out where all are too long, and none is cut', () => {
  expect(latestWithin([turn(4), turn(4), turn(4)], 12)).toHaveLength(3)
  expect(latestWithin([turn(4), turn(4), turn(4)], 11)).toHaveLength(2)
  expect(latestWithin([turn(20), turn(4)], 11)).toEqual([])
  expect(latestWithin([], 11)).toEqual([])
})
