import { expect, test } from 'vitest'
import { textIn } from '~/ui/search-params.ts'

test('a text of an address is cut to its longest, and may be put into another address even where that cuts a character in two', () => {
  expect(textIn('𠮷野家', 3)).toBe('𠮷野')
  expect(() => encodeURIComponent(textIn('𠮷野家', 1)!)).not.toThrow()
  expect(textIn(2026, 10)).toBe('2026')
  expect(textIn(' ', 10)).toBeUndefined()
})
