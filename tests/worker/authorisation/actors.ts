import { env } from 'cloudflare:workers'
import { makeKey, setKey } from '../harness/api-keys.ts'
import { type Caller, signedIn, signedOut } from '../harness/callers.ts'
import { heldQueue } from '../harness/files.ts'
import { seedMembers } from '../harness/members.ts'

/** Who is no member, by what every endpoint for members answers: nothing more is looked at. */
export const strangers = {
  nobody: { status: 401, code: 'invalid_credentials' },
  'a malformed token': { status: 401, code: 'invalid_credentials' },
  'an expired token': { status: 401, code: 'invalid_credentials' },
  'a token of another project': { status: 401, code: 'invalid_credentials' },
  'someone who was deleted': { status: 401, code: 'invalid_credentials' },
  'someone who has signed out': { status: 401, code: 'invalid_credentials' },
  'a revoked key': { status: 401, code: 'invalid_credentials' },
  'an expired key': { status: 401, code: 'invalid_credentials' },
  'a key of someone who was deleted': { status: 401, code: 'invalid_credentials' },
  'a key of someone who was deactivated': { status: 403, code: 'not_active' },
  'someone whose address is not confirmed': { status: 403, code: 'email_not_verified' },
  'someone who is not invited': { status: 403, code: 'user_not_invited' },
  'someone whom two have invited': { status: 403, code: 'organization_not_chosen' },
  'someone who was deactivated': { status: 403, code: 'not_active' },
}
export type Stranger = keyof typeof strangers

/** Members. Who was demoted had the same token as an admin. */
export const members = ['user', 'peer', 'admin', 'demoted', 'foreign admin'] as const
export type Member = (typeof members)[number]

export type Actor = Stranger | Member

/** Two organisations with their members, and everybody's calls. */
export async function seedActors() {
  const ours = await seedMembers('ours.test', {
    user: 'user',
    peer: 'user',
    admin: 'admin',
    demoted: 'admin',
    deactivated: 'user',
    deleted: 'user',
  })
  const theirs = await seedMembers('theirs.test', { admin: 'admin', user: 'user' })
  const twice = [ours, theirs].map(({ organization }) => inviteInto(organization.id, 'twice@both.test'))
  const ids = Object.fromEntries(
    [...ours.organization.users, ...theirs.organization.users].map(({ email, id }) => [email, id]),
  )
  for (const caller of [ours.demoted, ours.deactivated, ours.deleted]) await caller('/web/v1/users/me')
  const [revoked, expired] = [await makeKey(ours.admin), await makeKey(ours.admin)]
  const [ofDeactivated, ofDeleted] = [await makeKey(ours.deactivated), await makeKey(ours.deleted)]
  await ours.admin(`/web/v1/api-keys/${revoked.id}`, { method: 'DELETE' })
  await setKey(expired.id, 'expires_at', new Date(Date.now() - 1000).toISOString())
  await env.DB.batch([
    env.DB.prepare("UPDATE users SET role = 'user' WHERE email = 'demoted@ours.test'"),
    env.DB.prepare("UPDATE users SET deactivated_at = created_at WHERE email = 'deactivated@ours.test'"),
  ])
  const variables = { JOBS: heldQueue().JOBS }
  await ours.admin(`/v1/users/${ids['deleted@ours.test']}`, { method: 'DELETE', variables })

  const now = Math.floor(Date.now() / 1000)
  const signedOutAgain = await signedIn('admin@ours.test', { auth_time: now - 300 })
  await signedOutAgain('/web/v1/session', { method: 'DELETE' })
  const calls: Record<Actor, Caller> = {
    nobody: signedOut,
    'a malformed token': (path, call = {}) => {
      const headers = new Headers(call.headers)
      headers.set('authorization', 'Bearer not.a.token')
      return signedOut(path, { ...call, headers })
    },
    'an expired token': await signedIn('admin@ours.test', { iat: now - 3600, auth_time: now - 3600, exp: now - 60 }),
    'a token of another project': await signedIn('admin@ours.test', { aud: 'another-project' }),
    'someone who was deleted': ours.deleted,
    'someone who has signed out': signedOutAgain,
    'a revoked key': revoked.call,
    'an expired key': expired.call,
    'a key of someone who was deleted': ofDeleted.call,
    'a key of someone who was deactivated': ofDeactivated.call,
    'someone whose address is not confirmed': await signedIn('admin@ours.test', { email_verified: false }),
    'someone who is not invited': await signedIn('stranger@ours.test'),
    'someone whom two have invited': await signedIn('twice@both.test'),
    'someone who was deactivated': ours.deactivated,
    user: ours.user,
    peer: ours.peer,
    admin: ours.admin,
    demoted: ours.demoted,
    'foreign admin': theirs.admin,
  }
  return { ours, theirs, ids, calls, invitations: await Promise.all(twice) }
}

/** Invites an address into an organisation and gives the user's id. */
export async function inviteInto(organizationId: number, email: string): Promise<number> {
  const group = env.DB.prepare(
    "INSERT INTO groups (organization_id, name, type) VALUES (?, 'Private', 'user') RETURNING id",
  )
  const user = env.DB.prepare(
    "INSERT INTO users (organization_id, private_group_id, email, language) VALUES (?, ?, ?, 'en') RETURNING id",
  )
  const groupId = await group.bind(organizationId).first<number>('id')
  return (await user.bind(organizationId, groupId, email).first<number>('id'))!
}
