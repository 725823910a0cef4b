import { env } from 'cloudflare:workers'
import { actionsOf } from '../harness/audits.ts'
import { ask } from '../harness/asking.ts'
import { formOf, textFile } from '../harness/files.ts'
import type { Act, Race } from './race.ts'

const tooLate = ['operation_not_authorized', 'user_not_invited', 'not_active', 'invalid_credentials']

/** An organisation of two admins who take the role from each other, and a guest. */
export const people: Race = async (place) => {
  const { admin: one, user: two, guest, organization } = place
  const [first, second, third] = organization.users.map(({ id }) => id) as [number, number, number]
  await one(`/v1/users/${second}`, { method: 'PUT', json: { role: 'admin' } })
  await guest('/web/v1/users/me')
  const before = (await actionsOf(organization.id)).length
  const invited = [1, 2, 3].map((number) => ({ email: `p${number}@${organization.id}.example`, role: 'admin' }))
  const admins = (call: Act['call'], codes: string[] = []): Act => ({ call, codes: [...tooLate, ...codes] })
  const posts = (caller: typeof one, path: string, json: object) => () => caller(path, { method: 'POST', json })
  const puts = (caller: typeof one, path: string, json: object) => () => caller(path, { method: 'PUT', json })
  const deletes = (caller: typeof one, path: string) => () => caller(path, { method: 'DELETE' })
  const gone = ['does_not_exist']
  return {
    acts: {
      imports: admins(posts(one, '/web/v1/users/import', invited)),
      'imports as well': admins(posts(two, '/web/v1/users/import', invited)),
      invites: admins(posts(two, '/v1/users', { email: invited[0]!.email }), ['already_exists']),
      'takes the role': admins(puts(one, `/v1/users/${second}`, { role: 'user' }), gone),
      'takes the role as well': admins(puts(two, `/v1/users/${first}`, { role: 'user' }), gone),
      'deletes the other admin': admins(deletes(two, `/v1/users/${first}`), gone),
      'is deleted by the other admin': {
        ...admins(deletes(one, `/v1/users/${second}`), gone),
        always: false,
      },
      'takes the access': admins(puts(one, `/v1/users/${second}/active`, { active: false }), gone),
      'deletes the guest': admins(deletes(one, `/v1/users/${third}`), gone),
      'deletes the guest as well': admins(deletes(two, `/v1/users/${third}`), gone),
      'holds the guest': admins(puts(two, `/v1/users/${third}/hold`, { reason: 'Case 7' }), gone),
      'makes the guest an admin': admins(puts(one, `/v1/users/${third}`, { role: 'admin' }), gone),
      'blocks a word': admins(posts(one, '/v1/blocked-keywords', { keyword: 'egret' }), ['already_exists']),
      'blocks it as well': admins(posts(two, '/v1/blocked-keywords', { keyword: 'egret' }), ['already_exists']),
      'the guest asks': { call: () => ask(guest, { query: 'Which bird waits?' }), codes: tooLate },
      'the guest uploads': {
        call: () => guest('/v1/files/upload', { method: 'POST', body: formOf(textFile('notes.txt')) }),
        // Whose group went meanwhile.
        codes: [...tooLate, 'cannot_upload'],
      },
    },
    async check(done) {
      const recorded = (await actionsOf(organization.id)).slice(before)
      const of = (action: string) => recorded.filter((action_) => action_.action === action)
      const count = async (query: string) =>
        Number(await env.DB.prepare(query).bind(organization.id).first<number>('n'))
      const found: string[] = []
      const once = (name: string, is: number, wanted: number) => {
        if (is < wanted) found.push(`lost ${name}: ${is} of ${wanted}`)
        if (is > wanted) found.push(`doubled ${name}: ${is} of ${wanted}`)
      }
      const created = of('users_imported').reduce(
        (sum, { details }) => sum + (JSON.parse(String(details)) as { created: number }).created,
        of('user_invited').length,
      )
      const there = await count("SELECT count(*) AS n FROM users WHERE organization_id = ? AND email LIKE 'p%'")
      once('records of who was invited', created, there)
      once(
        'records of keywords',
        of('keyword_added').length,
        await count('SELECT count(*) AS n FROM blocked_keywords WHERE organization_id = ?'),
      )
      const users = await count('SELECT count(*) AS n FROM users WHERE organization_id = ?')
      once('records of deletions', of('user_deleted').length, 3 + there - users)
      for (const [name, action] of [
        ['takes the role', 'user_role_changed'],
        ['holds the guest', 'user_held'],
      ] as const)
        if (done.get(name)?.ok && of(action).length === 0) found.push(`lost record of ${name}`)
      return found
    },
  }
}
