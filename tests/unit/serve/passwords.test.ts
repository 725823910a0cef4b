import { expect, test } from 'vitest'
import { hashPassword, isPassword, weaknessOf } from '../../../scripts/serve/accounts/passwords.ts'

const password = '忘れない長い文章です！'

test('a password is known by its hash, however a keyboard composes its characters, and nothing else is', async () => {
  const hash = await hashPassword('パスワードは長い文章です')
  expect(await isPassword('ﾊﾟｽﾜｰﾄﾞは長い文章です', hash)).toBe(true)
  expect(await isPassword('パスワードは長い文章でした', hash)).toBe(false)
})

test('two hashes of one password have nothing in common but their costs', async () => {
  const [one, other] = (await Promise.all([hashPassword(password), hashPassword(password)])).map((hash) =>
    hash.split('$'),
  )
  expect(one!.slice(0, 3)).toEqual(['32768', '8', '3'])
  expect(one!.slice(3).filter((part) => other!.includes(part))).toEqual([])
})

test('without a hash nothing is right, and the same work is done', async () => {
  const hash = await hashPassword(password)
  const timed = async (known: string | null) => {
    const begun = performance.now()
    expect(await isPassword('wrong', known)).toBe(false)
    return performance.now() - begun
  }
  expect(await timed(null)).toBeGreaterThan((await timed(hash)) / 4)
  expect(await isPassword('', null)).toBe(false)
})

test('a password has 12 characters at least, and a kilobyte at most', () => {
  expect(weaknessOf('eleven char')).toBe('too_short')
  expect(weaknessOf('twelve chars')).toBeUndefined()
  expect(weaknessOf('👩‍👩‍👧'.repeat(4))).toBeUndefined()
  expect(weaknessOf('x'.repeat(1025))).toBe('too_long')
})
