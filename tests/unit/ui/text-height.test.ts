import { expect, test } from 'vitest'
import { linesOf } from '~/ui/text-height.ts'

test('a text takes as many lines as its letters fill, wide ones more', () => {
  expect(linesOf('')).toBe(1)
  expect(linesOf('a'.repeat(180))).toBe(2)
  expect(linesOf('あ'.repeat(180))).toBe(4)
})

test('a formula takes the room of what it shows, not of its source', () => {
  expect(linesOf('$x_{12}^2$ '.repeat(40))).toBe(linesOf('x122 '.repeat(40)))
  expect(linesOf(`\\(${'\\alpha'.repeat(90)}\\)`)).toBe(1)
  expect(linesOf(`C:\\temp_${'a'.repeat(90)}`)).toBe(2)
})
