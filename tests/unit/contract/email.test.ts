import { expect, test } from 'vitest'
import { InvitedEmail } from '~/contract/users.ts'
import { entryOf } from '~/web/admin/users/import/read-entries.ts'
import { comparableEmail } from '~/contract/email.ts'

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

test('an address with the Kelvin sign is not invited as the one with a k', () => {
  expect(InvitedEmail.safeParse('hana\u212Ao@example.com').success).toBe(false)
  expect(InvitedEmail.parse(' Hanako@Example.com ')).toBe('hanako@example.com')
  const columns = { email: 0, role: 1 }
  expect(entryOf(['hana\u212Ao@example.com', 'user'], 2, columns)).toMatchObject({ email: 'hana\u212Ao@example.com' })
})
