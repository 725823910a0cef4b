import { beforeEach, describe, expect, test, vi } from 'vitest'
import { actionsOf } from './harness/audits.ts'
import type { AdminAction } from '~/contract/audits.ts'
import type { Paged } from '~/contract/shared.ts'
import type { User } from '~/contract/users.ts'
import { refusal } from './harness/files.ts'
import { type Google, startGoogle } from './harness/google-accounts.ts'
import { type Call, type Caller, signedIn } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

let round = 0
let here: Awaited<ReturnType<typeof seed>>
let google: Google
let guest: User

const seed = (domain: string) => seedMembers(domain, { admin: 'admin', user: 'user' })
const again = (caller: Caller, id: number, call: Call = {}) =>
  caller(`/v1/users/${id}/invitation`, {
    method: 'POST',
    ...call,
    variables: { ...google.variables, ...call.variables },
  })

beforeEach(async () => {
  round += 1
  here = await seed(`again-${round}.example`)
  await here.admin('/web/v1/users/me')
  google = await startGoogle()
  const email = `guest@again-${round}.example`
  guest = await (await here.admin('/v1/users', { method: 'POST', json: { email, language: 'en' } })).json<User>()
})

/** Makes what was recorded so far older than the pause between two mails. */
const aMinuteLater = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)

describe('an invitation that is sent again', () => {
  test('goes to who has never signed in, in their language, and is recorded', async () => {
    const now = aMinuteLater()
    const response = await again(here.admin, guest.id)
    now.mockRestore()
    expect(await response.json()).toEqual({ mailed: true })
    expect(google.mails).toEqual([{ email: guest.email, locale: 'en' }])
    const { data } = await (await here.admin('/v1/actions')).json<Paged<AdminAction>>()
    expect(data[0]).toMatchObject({
      action: 'user_invited_again',
      target: guest.email,
      details: { user_id: guest.id },
    })
  })

  test('is sent once a minute, the first one counted', async () => {
    const refused = await again(here.admin, guest.id)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', info: { retry_after: expect.any(Number) } })
    expect(google.mails).toEqual([])
  })

  test('is one where the call is repeated with its key', async () => {
    const now = aMinuteLater()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = [await again(here.admin, guest.id, { headers }), await again(here.admin, guest.id, { headers })]
    now.mockRestore()
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{ mailed: true }, { mailed: true }])
    expect(google.mails).toHaveLength(1)
  })

  test('says where no mail could be sent', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const now = aMinuteLater()
    google.refusals.set(guest.email, { status: 503, code: 'UNAVAILABLE' })
    const response = await again(here.admin, guest.id)
    now.mockRestore()
    expect(await response.json()).toEqual({ mailed: false })
  })
})

describe('no invitation is sent', () => {
  test('to someone who has signed in', async () => {
    await (
      await signedIn(guest.email)
    )('/web/v1/users/me')
    const now = aMinuteLater()
    const refused = await refusal(await again(here.admin, guest.id))
    now.mockRestore()
    expect(refused).toEqual({ status: 409, code: 'already_exists' })
    expect(google.mails).toEqual([])
  })

  test('by who is no admin, or one of another organisation', async () => {
    const there = await seed(`there-again-${round}.example`)
    expect(await refusal(await again(here.user, guest.id))).toEqual({ status: 403, code: 'operation_not_authorized' })
    const unknown = { status: 404, code: 'does_not_exist', info: { entity: 'user' } }
    expect(await refusal(await again(there.admin, guest.id))).toEqual(unknown)
    expect(await refusal(await again(here.admin, 999_999))).toEqual(unknown)
    const actions = (await actionsOf(here.organization.id)).map(({ action }) => action)
    expect(actions).not.toContain('user_invited_again')
  })
})
