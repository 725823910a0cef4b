import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Paged } from '~/contract/shared.ts'
import type { User } from '~/contract/users.ts'
import { deliver, heldQueue, refusal } from './harness/files.ts'
import { actionsOf } from './harness/audits.ts'
import { signedIn } from './harness/callers.ts'
import { type Inviting, seedPeople, startInviting } from './harness/inviting.ts'

interface Imported {
  created: number
  existing: number
  invalid: number[]
  mailed: boolean
}

let round: Inviting['round']
let here: Inviting['here']
let google: Inviting['google']

beforeEach(async () => {
  ;({ round, here, google } = await startInviting('import'))
})

afterEach(() => {
  vi.restoreAllMocks()
})

async function send(entries: unknown, { query = '?language=en', variables = {} as Partial<Env> } = {}) {
  const { jobs, JOBS } = heldQueue()
  const call = { method: 'POST', json: entries, variables: { ...google.variables, JOBS, ...variables } }
  return { response: await here.admin(`/web/v1/users/import${query}`, call), jobs }
}

/** The directory, in which a user is an admin no more as soon as it has been read who calls. */
function demoting(id: number): D1Database {
  const session = env.DB.withSession()
  let batches = 0
  const batch = async (statements: D1PreparedStatement[]) => {
    if (++batches === 2) await env.DB.prepare("UPDATE users SET role = 'user' WHERE id = ?").bind(id).run()
    return session.batch(statements)
  }
  const opened = { prepare: session.prepare.bind(session), batch, getBookmark: () => session.getBookmark() }
  return { withSession: () => opened } as unknown as D1Database
}

const imported = async (entries: unknown) => (await send(entries)).response.json<Imported>()
const people = (count: number, domain = 'guest.example') =>
  Array.from({ length: count }, (_, i) => ({ email: `p${i}@${domain}`, role: i % 2 ? 'admin' : 'user' }))
const users = async (query = '?page_size=10000') =>
  (await (await here.admin(`/web/v1/users${query}`)).json<Paged<User>>()).data

describe('an import', () => {
  test('invites each entry with its role, a language and a private group of its own', async () => {
    expect(await imported(people(300))).toEqual({ created: 300, existing: 0, invalid: [], mailed: true })
    const created = (await users()).filter(({ email }) => email.endsWith('@guest.example'))
    expect(created.toReversed().map(({ email, role }) => ({ email, role }))).toEqual(people(300))
    expect(new Set(created.map(({ language }) => language))).toEqual(new Set(['en']))
    const { results } = await env.DB.prepare(
      `SELECT users.id FROM users JOIN groups ON groups.id = private_group_id AND groups.type = 'user'
       AND groups.name = 'Private' AND groups.organization_id = users.organization_id WHERE users.organization_id = ?`,
    )
      .bind(here.organization.id)
      .all()
    expect(results).toHaveLength(302)
    expect(new Set(created.map(({ private_group_id }) => private_group_id)).size).toBe(300)
  })

  test('that is repeated, or overlaps, adds only what is new, and leaves no group without a user', async () => {
    await imported(people(10))
    expect(await imported(people(15))).toEqual({ created: 5, existing: 10, invalid: [], mailed: true })
    expect(await imported(people(15))).toEqual({ created: 0, existing: 15, invalid: [], mailed: false })
    const orphans = await env.DB.prepare(
      "SELECT count(*) AS n FROM groups WHERE type = 'user' AND id NOT IN (SELECT private_group_id FROM users)",
    ).first<number>('n')
    expect(orphans).toBe(0)
  })

  test('is refused to an admin who loses the role while it runs; those before it stand', async () => {
    await imported(people(2))
    const { id } = here.organization.users[0]!
    const DB = demoting(id)
    expect(await refusal((await send(people(5), { variables: { DB } })).response)).toEqual({
      status: 403,
      code: 'operation_not_authorized',
    })
    const { results } = await env.DB.prepare("SELECT email FROM users WHERE organization_id = ? AND email LIKE 'p%'")
      .bind(here.organization.id)
      .all()
    expect(results).toHaveLength(2)
    const recorded = (await actionsOf(here.organization.id)).filter(({ action }) => action === 'users_imported')
    expect(recorded).toHaveLength(1)
  })

  test('leaves the role of whoever is there, the own one too', async () => {
    const { email } = here.organization.users[0]!
    expect(await imported([{ email, role: 'user' }])).toMatchObject({ created: 0, existing: 1 })
    expect((await here.admin('/web/v1/users')).status).toBe(200)
  })

  test('trims, takes any case, and names by their places the entries that are no address or no role', async () => {
    const entries = [
      { email: ' Hanako@Guest.Example ', role: ' ADMIN ' },
      { email: 'hanako@guest.example', role: 'user' },
      { email: 'taro', role: 'user' },
      { email: 'taro@guest.example', role: 'owner' },
      { email: '', role: '' },
      { email: 'taro@guest.example', role: 'user' },
    ]
    expect(await imported(entries)).toEqual({ created: 2, existing: 1, invalid: [2, 3, 4], mailed: true })
    expect((await users('?email=hanako'))[0]).toMatchObject({ email: 'hanako@guest.example', role: 'admin' })
  })

  test('of two at once creates each person once', async () => {
    const answers = await Promise.all([imported(people(500)), imported(people(500))])
    expect(answers[0].created + answers[1].created).toBe(500)
    expect(answers[0].existing + answers[1].existing).toBe(500)
  })

  test('lets the invited in, whom another organisation may have invited as well', async () => {
    const there = await seedPeople(`also-${round}.example`)
    const entries = people(1, `both-${round}.example`)
    await there.admin('/web/v1/users/import', { method: 'POST', json: entries })
    expect(await imported(entries)).toMatchObject({ created: 1 })
    const invited = await signedIn(entries[0]!.email)
    const { items } = await (
      await invited('/web/v1/invitations')
    ).json<{ items: { id: number; organization: string }[] }>()
    const own = items.find(({ organization }) => organization !== `also-${round}.example`)!
    await invited(`/web/v1/invitations/${own.id}/acceptance`, { method: 'POST' })
    const me = await (await invited('/web/v1/users/me')).json()
    expect(me).toMatchObject({ user_id: own.id, organization_id: here.organization.id })
  })

  test('is for admins, and has an end', async () => {
    const call = { method: 'POST', json: people(1) }
    const notAuthorized = { status: 403, code: 'operation_not_authorized' }
    expect(await refusal(await here.user('/web/v1/users/import', call))).toEqual(notAuthorized)
    expect((await send(people(5001))).response.status).toBe(400)
    expect((await send({ email: 'x' })).response.status).toBe(400)
    expect(await imported([])).toEqual({ created: 0, existing: 0, invalid: [], mailed: false })
  })
})

describe('the mails of an import', () => {
  /** Does queued jobs until there are none left. */
  async function work(jobs: unknown[], attempts = 1) {
    const outcomes = []
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const more = heldQueue()
      outcomes.push(await deliver(job, { attempts, variables: { ...google.variables, JOBS: more.JOBS } }))
      jobs.push(...more.jobs)
    }
    return outcomes
  }

  test('go by the queue, one to each of those who are new, and to nobody else', async () => {
    await imported(people(3))
    const { jobs } = await send(people(50))
    expect(google.mails).toEqual([])
    expect(jobs).toHaveLength(1)
    const outcomes = await work(jobs)
    expect(outcomes).toHaveLength(3)
    expect(google.mails.map(({ email }) => email)).toEqual(
      people(50)
        .slice(3)
        .map(({ email }) => email),
    )
    expect(new Set(google.mails.map(({ locale }) => locale))).toEqual(new Set(['en']))
  })

  test('go on behind a failure without a second mail to anybody', async () => {
    const { jobs } = await send(people(30))
    const third = people(30)[2]!.email
    google.refusals.set(third, { status: 503, code: 'UNAVAILABLE' })
    const held = heldQueue()
    const variables = { ...google.variables, JOBS: held.JOBS }
    expect(await deliver(jobs[0], { variables })).toMatchObject({ acknowledged: true })
    expect(google.mails).toHaveLength(2)
    expect(await deliver(held.jobs[0], { variables })).toMatchObject({ retried: true })
    google.refusals.clear()
    await work(held.jobs)
    expect(google.mails.map(({ email }) => email)).toEqual(people(30).map(({ email }) => email))
  })

  test('leave out a person whom no delivery could mail', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { jobs } = await send(people(4))
    const first = people(4)[0]!.email
    google.refusals.set(first, { status: 400, code: 'INVALID_EMAIL' })
    const held = heldQueue()
    await deliver(jobs[0], { queue: 'app-jobs-dead', variables: { ...google.variables, JOBS: held.JOBS } })
    await work(held.jobs)
    expect(google.mails.map(({ email }) => email)).toEqual(
      people(4)
        .slice(1)
        .map(({ email }) => email),
    )
  })

  test('are not sent to whoever has signed in meanwhile', async () => {
    const entries = people(2, `meanwhile-${round}.example`)
    const { jobs } = await send(entries)
    await (
      await signedIn(entries[0]!.email)
    )('/web/v1/users/me')
    await work(jobs)
    expect(google.mails).toHaveLength(1)
  })

  test('follow by the sweep where the queue fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const JOBS = { send: () => Promise.reject(new Error('internal error')) } as unknown as Queue
    const { response } = await send(people(2), { variables: { JOBS } })
    expect(await response.json()).toMatchObject({ created: 2, mailed: true })
  })

  test('are not promised where no credentials are set', async () => {
    const variables = { GOOGLE_CLIENT_EMAIL: '', GOOGLE_PRIVATE_KEY: '' } as unknown as Partial<Env>
    const { response, jobs } = await send(people(2), { variables })
    expect(await response.json()).toMatchObject({ created: 2, mailed: false })
    expect(jobs).toEqual([])
  })
})
