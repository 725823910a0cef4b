import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { deliverActions } from '~/provider/audits/owed-actions.ts'
import { randomFrom } from '../random.ts'
import { actionsOf, problems } from './harness/audits.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'
import { heldQueue } from './harness/files.ts'

/** The directory, each call of which waits until a seed lets it go, so that calls at the same time meet in another order for each. */
function shuffled(random: () => number): D1Database {
  const pause = () => new Promise((resolve) => setTimeout(resolve, random() * 6))
  const waiting = (session: D1DatabaseSession) =>
    new Proxy(session, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown
        if (typeof value !== 'function') return value
        if (name !== 'batch') return value.bind(target) as unknown
        return async (statements: D1PreparedStatement[]) => {
          await pause()
          const results = await target.batch(statements)
          await pause()
          return results
        }
      },
    })
  return new Proxy(env.DB, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown
      if (name === 'withSession') return (bookmark: string) => waiting(target.withSession(bookmark))
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

const count = async (query: string, ...values: unknown[]) =>
  Number(
    await env.DB.prepare(query)
      .bind(...values)
      .first('n'),
  )

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'whatever meets in the order of seed %i, one admin stays, and what was done is recorded once',
  async (seed) => {
    const domain = `race${seed}.example`
    const { id, users } = await seedOrganization(domain, [
      { email: `one@${domain}`, role: 'admin' },
      { email: `two@${domain}`, role: 'admin' },
    ])
    const variables = { DB: shuffled(randomFrom(seed)), JOBS: heldQueue().JOBS }
    const callers = await Promise.all(users.map(({ email }) => signedIn(email)))
    for (const caller of callers) await caller('/web/v1/users/me')
    const [one, two] = callers as [Caller, Caller]
    const post = (caller: Caller, path: string, json: object) => caller(path, { method: 'POST', json, variables })
    const people = [1, 2, 3].map((number) => ({ email: `p${number}@${domain}`, role: 'user' }))

    const answers = await Promise.all([
      post(one, '/v1/blocked-keywords', { keyword: `same${seed}` }),
      post(two, '/v1/blocked-keywords', { keyword: `same${seed}` }),
      post(one, '/web/v1/users/import', people),
      post(two, '/web/v1/users/import', people),
      post(two, '/v1/users', { email: `p1@${domain}` }),
      one(`/v1/users/${users[1]!.id}`, { method: 'PUT', json: { role: 'user' }, variables }),
      seed % 2 === 0
        ? two(`/v1/users/${users[0]!.id}`, { method: 'PUT', json: { role: 'user' }, variables })
        : two(`/v1/users/${users[0]!.id}`, { method: 'DELETE', variables }),
    ])
    for (const { status } of answers) expect([200, 204, 401, 403, 409]).toContain(status)

    await deliverActions(env)
    const recorded = await actionsOf(id)
    const of = (action: string) => recorded.filter((one) => one.action === action)
    expect(await count("SELECT count(*) AS n FROM users WHERE organization_id = ? AND role = 'admin'", id)).toBe(1)
    expect(of('user_role_changed').length + of('user_deleted').length).toBe(1)
    expect(of('keyword_added')).toHaveLength(
      await count('SELECT count(*) AS n FROM blocked_keywords WHERE organization_id = ?', id),
    )
    const invited = of('users_imported').reduce(
      (sum, { details }) => sum + (JSON.parse(String(details)) as { created: number }).created,
      of('user_invited').length,
    )
    const there = "SELECT count(*) AS n FROM users WHERE organization_id = ? AND email LIKE 'p%'"
    expect(invited).toBe(await count(there, id))
    // No private group is without its user.
    expect(await count("SELECT count(*) AS n FROM groups WHERE organization_id = ? AND type = 'user'", id)).toBe(
      (await count('SELECT count(*) AS n FROM users WHERE organization_id = ?', id)) + of('user_deleted').length,
    )
    expect(await problems(id)).toEqual([])
  },
)
