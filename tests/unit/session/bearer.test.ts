import { afterEach, expect, it, vi } from 'vitest'
import { bearerHeaders, setTokenSource } from '~/web/session/bearer.ts'

afterEach(() => vi.restoreAllMocks())

it('a call without Firebase goes out without a token and without a word: the session cookie may speak', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect(await bearerHeaders()).toEqual({})
  expect(warn).not.toHaveBeenCalled()
})

it('a call carries the token of the user who is signed in', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  setTokenSource(async () => 'a.b.c')
  expect(await bearerHeaders()).toEqual({ authorization: 'Bearer a.b.c' })
  expect(warn).not.toHaveBeenCalled()
})

it('a missing token only logs a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  setTokenSource(async () => null)
  expect(await bearerHeaders()).toEqual({})
  expect(warn).toHaveBeenCalledOnce()
})
