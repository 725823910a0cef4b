import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from './harness/asking.ts'
import { pagesKey } from '~/provider/documents/stored-pages.ts'
import { deliver, heldQueue, process, refusal, textFile, uploaded } from './harness/files.ts'
import type { Caller } from './harness/callers.ts'
import { memberObjectOf } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { answerOf, eventsOf, isDelta, scripted, StreamReader } from './harness/streams.ts'

let round = 0
let here: Awaited<ReturnType<typeof seed>>

const seed = (domain: string) => seedMembers(domain, { admin: 'admin', second: 'admin', user: 'user' })

beforeEach(async () => {
  round += 1
  here = await seed(`delete-${round}.example`)
})

const userNamed = (name: string) => here.organization.users.find(({ email }) => email.startsWith(`${name}@`))!
const count = (query: string, ...values: unknown[]) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${query}`)
    .bind(...values)
    .first<number>('n')

/** Whether a member's object has neither tables nor an alarm. */
const isEmpty = (member: DurableObjectStub) =>
  runInDurableObject(member, async (_, { storage }) => {
    const tables = storage.sql.exec("SELECT * FROM sqlite_master WHERE name = 'entries'").toArray()
    return tables.length === 0 && (await storage.getAlarm()) === null
  })

async function remove(caller: Caller, id: number) {
  const { jobs, JOBS } = heldQueue()
  const response = await caller(`/v1/users/${id}`, { method: 'DELETE', variables: { JOBS } })
  return { response, jobs }
}

describe('deleting a user', () => {
  test('takes the conversations along, and the private files with their bytes; those of the organisation stay', async () => {
    const { id, email, privateGroupId } = userNamed('user')
    const member = await memberObjectOf(email)
    await eventsOf(await ask(here.user, { query: (await scripted([{ say: 'Hello' }])).mark }))
    const mine = await uploaded(here.user, textFile('mine.txt'))
    const ours = await uploaded(here.admin, textFile('ours.txt'), `?group_id=${here.organization.groupId}`)
    await process(mine)
    const { keys } = await storedUnder(privateGroupId)

    const { response, jobs } = await remove(here.admin, id)
    expect(response.status).toBe(204)
    expect(jobs).toMatchObject([{ kind: 'delete_member', group_id: privateGroupId, member_key: member.name }])
    expect(await count('users WHERE id = ?', id)).toBe(0)
    expect(await isEmpty(member)).toBe(true)

    await deliver(jobs[0])
    expect(await count('groups WHERE id = ?', privateGroupId)).toBe(0)
    expect(await count('files WHERE group_id = ?', privateGroupId)).toBe(0)
    expect(await count('library_shards WHERE group_id = ?', privateGroupId)).toBe(0)
    expect(await env.FILES.head(keys[0]!)).toBeNull()
    expect(await env.FILES.head(pagesKey({ object_key: keys[0]! }))).toBeNull()
    expect((await here.admin(`/v1/files/${ours.id}`)).status).toBe(200)
    expect(await deliver(jobs[0])).toMatchObject({ acknowledged: true })
  })

  test('has the files wait until the user is gone', async () => {
    const { email, privateGroupId } = userNamed('user')
    const { name } = await memberObjectOf(email)
    const file = await uploaded(here.user, textFile('mine.txt'))
    expect(await deliver({ kind: 'delete_member', group_id: privateGroupId, member_key: name })).toMatchObject({
      retried: true,
    })
    expect((await here.user(`/v1/files/${file.id}`)).status).toBe(200)
  })

  test('ends a running answer, and keeps nothing of it', async () => {
    const member = await memberObjectOf(userNamed('user').email)
    const model = await scripted([{ say: 'So far' }, { hold: true }])
    const stream = new StreamReader(await ask(here.user, { query: model.mark }))
    const { conversationId } = answerOf(await stream.until(isDelta))
    expect((await remove(here.admin, userNamed('user').id)).response.status).toBe(204)
    await model.hungUp()
    expect(await isEmpty(member)).toBe(true)
    expect((await entriesOfStatus(here.user, conversationId)).status).toBe(401)
  })

  test('refuses the next call of a user who has signed in: 401, and still after the next sign-in', async () => {
    expect((await here.user('/web/v1/users/me')).status).toBe(200)
    await remove(here.admin, userNamed('user').id)
    const refused = { status: 401, code: 'invalid_credentials' }
    expect(await refusal(await here.user('/web/v1/users/me'))).toEqual(refused)
    expect(await refusal(await here.user('/web/v1/users/me'))).toEqual(refused)
  })

  test('lets a person in again who is invited again, without what was theirs', async () => {
    await eventsOf(await ask(here.user, { query: (await scripted([{ say: 'Hello' }])).mark }))
    const { id, email } = userNamed('user')
    await remove(here.admin, id)
    const again = await here.admin('/v1/users', { method: 'POST', json: { email } })
    expect(again.status).toBe(200)
    expect(await (await here.user('/web/v1/users/me')).json()).not.toMatchObject({ user_id: id })
    expect(await (await here.user('/web/v1/conversations')).json()).toMatchObject({ total: 0 })
  })

  test('tells one who never signed in that an invitation is needed', async () => {
    await remove(here.admin, userNamed('user').id)
    expect(await refusal(await here.user('/web/v1/users/me'))).toEqual({ status: 403, code: 'user_not_invited' })
  })

  test('is not for oneself, not for members, and not for another organisation', async () => {
    const other = await seedMembers(`other-${round}.example`, { admin: 'admin' })
    const { id } = userNamed('admin')
    const notAuthorized = { status: 403, code: 'operation_not_authorized' }
    expect(await refusal((await remove(here.admin, id)).response)).toEqual(notAuthorized)
    expect(await refusal((await remove(here.user, id)).response)).toEqual(notAuthorized)
    const { response, jobs } = await remove(other.admin, id)
    expect(await refusal(response)).toEqual({ status: 404, code: 'does_not_exist', info: { entity: 'user' } })
    expect(jobs).toEqual([])
    expect(await count('users WHERE organization_id = ?', here.organization.id)).toBe(3)
  })

  test('leaves one of two admins who delete each other at once', async () => {
    const answers = await Promise.all([
      remove(here.admin, userNamed('second').id),
      remove(here.second, userNamed('admin').id),
    ])
    expect(answers.filter(({ response }) => response.status === 204)).toHaveLength(1)
    expect(await count("users WHERE organization_id = ? AND role = 'admin'", here.organization.id)).toBe(1)
  })

  test('of many at once deletes each', async () => {
    const doomed = await seedMembers(`many-${round}.example`, {
      admin: 'admin',
      a: 'user',
      b: 'user',
      c: 'admin',
      d: 'user',
    })
    const [, ...others] = doomed.organization.users
    const answers = await Promise.all(others.map(({ id }) => remove(doomed.admin, id)))
    expect(answers.map(({ response }) => response.status)).toEqual([204, 204, 204, 204])
    expect(await (await doomed.admin('/web/v1/users')).json()).toMatchObject({ total: 1 })
  })
})

async function storedUnder(groupId: number) {
  const { results } = await env.DB.prepare('SELECT object_key FROM files WHERE group_id = ?')
    .bind(groupId)
    .all<{ object_key: string }>()
  return { keys: results.map(({ object_key }) => object_key) }
}

const entriesOfStatus = (caller: Caller, id: number) => caller(`/v1/conversations/${id}/entries`)
