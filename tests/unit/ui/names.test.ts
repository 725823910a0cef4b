import { expect, it } from 'vitest'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { namesOf } from '~/ui/names.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}.pdf`)

it('names are all told while they are few', () => {
  overwriteGetLocale(() => 'en')
  expect(namesOf(names(4))).toBe('1.pdf, 2.pdf, 3.pdf, 4.pdf')
})

it('names are cut to four and a count', () => {
  overwriteGetLocale(() => 'en')
  expect(namesOf(names(6))).toBe('1.pdf, 2.pdf, 3.pdf, 4.pdf, and 2 more')
})
