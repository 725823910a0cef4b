import { expect, test } from 'vitest'
import { isGrowing } from '../../chaos/loading/is-growing.ts'

test('takes memory that goes on growing for a leak', () => {
  expect(isGrowing(700, [740, 780, 820, 860, 900, 940, 980, 1020, 1060, 1100])).toBe(true)
})

test('takes memory that grows ever less for a cache that fills', () => {
  expect(isGrowing(741, [856, 990, 1048, 1116, 1134, 1186, 1202, 1216, 1226, 1233])).toBe(false)
})

test('sees a leak that begins late', () => {
  expect(isGrowing(700, [702, 704, 706, 708, 710, 712, 760, 820, 880, 940])).toBe(true)
})

test('does not call growth a cache that was seen for a few minutes, or with a gap', () => {
  expect(isGrowing(741, [856, 900, 901])).toBe(true)
  expect(isGrowing(741, [856, 990, 1048, NaN, 1134, 1186])).toBe(true)
})
