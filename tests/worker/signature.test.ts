import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { isSigned, sign } from '~/provider/api/signature.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('a signature is taken as it was written, and not with another letter at any place', async () => {
  const signature = await sign(env, 'text')
  expect(await isSigned(env, 'text', signature)).toBe(true)
  const altered = [...signature].flatMap((letter, at) =>
    [...letters, '=']
      .filter((other) => other !== letter)
      .map((other) => signature.slice(0, at) + other + signature.slice(at + 1)),
  )
  const taken = await Promise.all(altered.map((other) => isSigned(env, 'text', other)))
  expect(altered.filter((_, index) => taken[index])).toEqual([])
})

test.each([
  ['longer', (signature: string) => `${signature}A`],
  ['padded', (signature: string) => `${signature}=`],
  ['between spaces', (signature: string) => ` ${signature} `],
  ['shorter', (signature: string) => signature.slice(0, -1)],
  ['in the other alphabet', (signature: string) => `${signature.replaceAll('-', '+').replaceAll('_', '/')}=`],
  ['absent', () => ''],
])('a signature that is %s is none', async (_, change) => {
  expect(await isSigned(env, 'text', change(await sign(env, 'text')))).toBe(false)
})
