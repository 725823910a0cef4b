import { expect, test } from 'vitest'
import { comparableEmail } from '~/provider/identity/email.ts'

test.each([
  [' Hanako@Example.COM\t', 'hanako@example.com'],
  ['hanako+files@example.com', 'hanako+files@example.com'],
  ['hanako@example.com.', 'hanako@example.com.'],
])('the address %j is compared as %j', (email, comparable) => {
  expect(comparableEmail(email)).toBe(comparable)
})

test.each([
  ['a full-width letter', '\uFF48anako@example.com'],
  ['the Kelvin sign', 'hana\u212Ao@example.com'],
  ['a mathematical letter', 'hanako@\u{1D41E}xample.com'],
])('an address with %s, which Unicode folding would make the invited one, stays another', (_, email) => {
  expect(email.normalize('NFKC').toLowerCase()).toBe('hanako@example.com')
  expect(comparableEmail(email)).toBe(email)
})
