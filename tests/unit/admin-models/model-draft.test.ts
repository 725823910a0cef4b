import { expect, test } from 'vitest'
import { amountIn, draftOf, hasPrice, moved, settingsIn } from '~/web/admin/models/model-draft.ts'

const saved = {
  name: 'large',
  label: null,
  is_hidden: false,
  input_price: 0.25,
  output_price: null,
  monthly_limit: 1000,
  used: { input_tokens: 0, output_tokens: 0, amount: 0 },
}

test('what was saved and not changed is saved as it was', () => {
  const { used: _, ...settings } = saved
  expect(settingsIn(draftOf(saved))).toEqual(settings)
})

test.each([
  ['', null],
  [' ', null],
  ['1,250.5', 1250.5],
  ['１２．５', 12.5],
  ['0', 0],
  ['-1', undefined],
  ['1e3', undefined],
  ['many', undefined],
  ['2001', undefined],
])('the amount %j, of two thousand at most, is %j', (text, amount) => {
  expect(amountIn(text, 2000)).toBe(amount)
})

test('a number that is none keeps all from being saved', () => {
  expect(settingsIn({ ...draftOf(saved), limit: 'ten' })).toBeUndefined()
})

test('a label of blanks is none', () => {
  expect(settingsIn({ ...draftOf(saved), label: ' ' })).toMatchObject({ label: null })
  expect(settingsIn({ ...draftOf(saved), label: ' Careful ' })).toMatchObject({ label: 'Careful' })
})

test('one price makes a limit money', () => {
  expect(hasPrice(draftOf(saved))).toBe(true)
  expect(hasPrice({ ...draftOf(saved), inputPrice: ' ' })).toBe(false)
})

test('a model changes places with its neighbour, and stays where it has none', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
