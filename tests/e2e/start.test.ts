import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import type { StoredFile } from '../../app/contract/files.ts'
import type { Paged } from '../../app/contract/shared.ts'
import type { Me } from '../../app/contract/users.ts'
import { emailOf, idToken, newPage, signIn } from './harness/index.ts'

const get = async <T>(path: string, token: string) => {
  const response = await fetch(inject('appUrl') + path, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

test.each(['admin', 'user'] as const)('after a start the demo %s is a member of the organisation', async (who) => {
  const me = await get<Me>('/web/v1/users/me', await idToken(who))
  // Not the language: whoever chooses one in another test has it saved.
  expect(me).toMatchObject({ user_role: who, email: emailOf(who) })
  expect(me.groups.map(({ name, type }) => `${type}: ${name}`).toSorted()).toEqual([
    'organization: Example Inc.',
    'user: Private',
  ])
})

test('after a start every sample document can be asked about', async () => {
  const { data } = await get<Paged<StoredFile>>('/web/v1/files?page_size=100', await idToken('user'))
  const samples = data.filter(({ group_type }) => group_type === 'organization')
  expect(samples.map(({ name }) => name).toSorted()).toEqual(readdirSync('samples').toSorted())
  expect(new Set(samples.map(({ status }) => status))).toEqual(new Set(['done']))
})

test.each(['en', 'ja'] as const)('a demo user signs in through the form in %s', async (language) => {
  const page = await newPage({ language })
  await signIn(page, 'user')
  expect(new URL(page.url()).pathname).toBe('/chat')
  expect(await page.locator('html').getAttribute('lang')).toBe(language)
})

test.each(['worker', 'reader'])('a start keeps the data of its %s alone, and no traces of requests', (state) => {
  const kept = join(inject('appDir'), state, 'v3')
  expect([existsSync(kept), existsSync(join(kept, 'observability'))]).toEqual([true, false])
})
