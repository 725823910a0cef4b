import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '~/contract/users.ts'
import { refusal } from './harness/files.ts'
import { startGoogle } from './harness/google-accounts.ts'
import { type Call, type Caller, signedIn } from './harness/callers.ts'
import { type Inviting, seedPeople, startInviting } from './harness/inviting.ts'

type Invited = User & { mailed: boolean }

let round: Inviting['round']
let here: Inviting['here']
let google: Inviting['google']

beforeEach(async () => {
  ;({ round, here, google } = await startInviting('invite'))
})

afterEach(() => {
  vi.restoreAllMocks()
})

const add = (caller: Caller, json: unknown, call: Call = {}) =>
  caller('/v1/users', { method: 'POST', json, ...call, variables: { ...google.variables, ...call.variables } })
const invited = async (json: unknown, call?: Call) => (await add(here.admin, json, call)).json<Invited>()
const fresh = () => `${crypto.randomUUID()}@guest.example`

describe('an invitation', () => {
  test('makes the user with a private group, and lets the person in', async () => {
    const email = fresh()
    const user = await invited({ email: ` ${email.toUpperCase()} `, role: 'admin', language: 'en' })
    expect(user).toMatchObject({ email, role: 'admin', language: 'en', joined: false, mailed: true })
    const group = await env.DB.prepare('SELECT organization_id, name, type FROM groups WHERE id = ?')
      .bind(user.private_group_id)
      .first()
    expect(group).toEqual({ organization_id: here.organization.id, name: 'Private', type: 'user' })
    const me = await (await (await signedIn(email))('/web/v1/users/me')).json()
    expect(me).toMatchObject({ user_id: user.id, user_role: 'admin', organization_id: here.organization.id })
  })

  test('makes a user of Japanese language where nothing else is said', async () => {
    expect(await invited({ email: fresh() })).toMatchObject({ role: 'user', language: 'ja' })
  })

  test('to an address of the organisation already exists, in any case of its letters', async () => {
    const email = fresh()
    await invited({ email })
    const groups = await groupCount()
    expect(await refusal(await add(here.admin, { email: email.toUpperCase() }))).toEqual({
      status: 409,
      code: 'already_exists',
    })
    expect(await groupCount()).toBe(groups)
  })

  test('to an address of another organisation is made as if it were in none, and its owner is asked which to join', async () => {
    const there = await seedPeople(`there-${round}.example`)
    const email = fresh()
    await invited({ email })
    expect((await add(there.admin, { email })).status).toBe(200)
    const person = await signedIn(email)
    expect(await refusal(await person('/web/v1/users/me'))).toEqual({ status: 403, code: 'organization_not_chosen' })
  })

  test('binds to the second organisation once the first has deleted the user', async () => {
    const there = await seedPeople(`there-${round}.example`)
    const email = fresh()
    const first = await invited({ email })
    const person = await signedIn(email)
    await person('/web/v1/users/me')
    const second = await (await add(there.admin, { email })).json<Invited>()
    await here.admin(`/v1/users/${first.id}`, { method: 'DELETE' })
    expect(await (await person('/web/v1/users/me')).json()).toMatchObject({ user_id: second.id })
  })

  test('that is repeated with its key is one, with one mail', async () => {
    const email = fresh()
    const call = { headers: { 'idempotency-key': crypto.randomUUID() } }
    const [one, other] = [await invited({ email }, call), await invited({ email }, call)]
    expect(other).toEqual(one)
    expect(google.mails).toHaveLength(1)
  })

  test('of twenty at once to one address is made once', async () => {
    const email = fresh()
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(here.admin, { email })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(google.mails).toHaveLength(1)
  })

  test('is made by admins, for their own organisation', async () => {
    const notAuthorized = { status: 403, code: 'operation_not_authorized' }
    expect(await refusal(await add(here.user, { email: fresh() }))).toEqual(notAuthorized)
    const elsewhere = { email: fresh(), organization_id: here.organization.id + 1 }
    expect(await refusal(await add(here.admin, elsewhere))).toEqual(notAuthorized)
    expect(google.calls).toEqual([])
  })

  test.each(['', 'hanako', 'hanako@', '@example.com', 'a b@example.com', `${'x'.repeat(250)}@example.com`])(
    'to %j is no invitation',
    async (email) => {
      expect(await refusal(await add(here.admin, { email }))).toEqual({ status: 400, code: 'invalid_request' })
    },
  )
})

const groupCount = () => env.DB.prepare('SELECT count(*) AS n FROM groups').first<number>('n')

describe('the account', () => {
  const project = `/v1/projects/${env.FIREBASE_PROJECT_ID}`

  test('is made at Google, and the mail sent in the language of the invited', async () => {
    const email = fresh()
    await invited({ email, language: 'en' })
    expect(google.accounts).toEqual(new Set([email]))
    expect(google.mails).toEqual([{ email, locale: 'en' }])
    expect(google.calls).toEqual([`${project}/accounts`, `${project}/accounts:sendOobCode`])
  })

  test('that exists stays, and the mail goes to it', async () => {
    const email = fresh()
    google.accounts.add(email)
    expect(await invited({ email })).toMatchObject({ mailed: true })
    expect(google.mails).toEqual([{ email, locale: 'ja' }])
  })

  test('is made within the tenant where the project has one', async () => {
    const of = await startGoogle('tenant-7')
    const email = fresh()
    const { AUTH_EMULATOR_URL, ...variables } = of.variables
    expect(AUTH_EMULATOR_URL).toBe('')
    const { mailInvitation } = await import('~/provider/accounts/invitation.ts')
    expect(await mailInvitation({ ...env, ...variables }, { id: 1, email, language: 'ja' })).toBe(true)
    expect(of.calls).toEqual([
      `${project}/tenants/tenant-7/accounts`,
      `${project}/tenants/tenant-7/accounts:sendOobCode`,
    ])
  })

  test('of the next invited is made with the same access token', async () => {
    await invited({ email: fresh() })
    await invited({ email: fresh() })
    expect(google.tokens).toHaveLength(1)
  })

  test('waits for no access token that another call asks for, whose client may have left', async () => {
    vi.mocked(globalThis.fetch).mockImplementationOnce(() => new Promise(() => {}))
    void add(here.admin, { email: fresh() })
    await vi.waitFor(() => expect(globalThis.fetch).toHaveBeenCalled())
    expect(await invited({ email: fresh() })).toMatchObject({ mailed: true })
  })

  test('is made with a new token once the old one has expired', async () => {
    await invited({ email: fresh() })
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3545 * 1000)
    const { mailInvitation } = await import('~/provider/accounts/invitation.ts')
    expect(await mailInvitation({ ...env, ...google.variables }, { id: 1, email: fresh(), language: 'ja' })).toBe(true)
    now.mockRestore()
    expect(google.tokens).toHaveLength(2)
  })

  test.each([
    ['Google refuses', { status: 400, code: 'QUOTA_EXCEEDED' }],
    ['Google fails', { status: 503, code: 'UNAVAILABLE' }],
  ])('is told not to be mailed when %s, and the invitation stands; the log names no address', async (_, answer) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const email = fresh()
    google.refusals.set(email, answer)
    const user = await invited({ email })
    expect(user).toMatchObject({ email, mailed: false })
    expect((await (await signedIn(email))('/web/v1/users/me')).status).toBe(200)
    const lines = JSON.stringify(log.mock.calls)
    expect(lines).toContain(`accounts answers ${answer.status}: ${answer.code}`)
    expect(lines).not.toContain(email)
  })

  test('is told not to be mailed with a key that is not the service account’s', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const other = await startGoogle()
    const variables = {
      GOOGLE_PRIVATE_KEY: google.variables.GOOGLE_PRIVATE_KEY!,
      GOOGLE_CLIENT_EMAIL: other.variables.GOOGLE_CLIENT_EMAIL!,
    }
    expect(await invited({ email: fresh() }, { variables })).toMatchObject({ mailed: false })
    expect(other.tokens).toEqual([])
  })

  test('is not made where no credentials are set', async () => {
    const variables = { GOOGLE_CLIENT_EMAIL: '', GOOGLE_PRIVATE_KEY: '' } as unknown as Partial<Env>
    expect(await invited({ email: fresh() }, { variables })).toMatchObject({ mailed: false })
    expect(google.calls).toEqual([])
  })
})
