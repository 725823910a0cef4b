import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Hold, RetainedKind, Retention, RetentionPreview } from '~/contract/retention.ts'
import type { Paged } from '~/contract/shared.ts'
import { storeGenerated } from '~/provider/files/store-generated.ts'
import type { Job } from '~/provider/queue/job.ts'
import { answered } from './harness/asking.ts'
import { actionsOf, problems } from './harness/audits.ts'
import type { Caller } from './harness/callers.ts'
import worker from './harness/entry.ts'
import { bucketWith, deliver, heldQueue, refusal, textFile, uploaded } from './harness/files.ts'
import { queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { explainedDatabase } from './harness/plans.ts'
import { scripted } from './harness/streams.ts'

const day = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

let round = 0
let here: Awaited<ReturnType<typeof seed>>
let domain: string

const seed = () => seedMembers(domain, { admin: 'admin', hanako: 'user', taro: 'user' })

beforeEach(async () => {
  round += 1
  domain = `retention-${round}.example`
  await env.DB.batch(['retention', 'retention_runs'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  here = await seed()
})

afterEach(() => vi.restoreAllMocks())

type Name = 'admin' | 'hanako' | 'taro'

const userOf = (name: Name) => here.organization.users.find(({ email }) => email.startsWith(`${name}@`))!
const forEver = { conversations: null, generated_files: null, audit_texts: null }
const settingsOf = async (caller = here.admin) => (await caller('/v1/retention')).json<Retention>()
const keep = (periods: Partial<Record<RetainedKind, number>>) =>
  here.admin('/v1/retention', { method: 'PUT', json: { ...forEver, ...periods } })
const hold = (name: Name, reason = 'Case 7', caller: Caller = here.admin) =>
  caller(`/v1/users/${userOf(name).id}/hold`, { method: 'PUT', json: { reason } })
const release = (name: Name) => here.admin(`/v1/users/${userOf(name).id}/hold`, { method: 'DELETE' })
const previewOf = async (kind: RetainedKind, days: number, after = 0) =>
  (await here.admin(`/v1/retention/preview?kind=${kind}&days=${days}&after=${after}`)).json<RetentionPreview>()

/** Asks, and sets back when that was. */
async function talk(name: Name, daysAgo: number): Promise<number> {
  const { mark } = await scripted([{ say: 'Hello' }])
  const { conversationId } = await answered(here[name], { query: mark })
  await queryMember(
    userOf(name).email,
    'UPDATE conversations SET updated_at = ? WHERE id = ?',
    ago(daysAgo),
    conversationId,
  )
  return conversationId
}

/** A file that an answer made so long ago. */
async function generated(name: Name, daysAgo: number, text = 'A chart'): Promise<number> {
  const { id, private_group_id: groupId } = (await env.DB.prepare('SELECT * FROM users WHERE id = ?')
    .bind(userOf(name).id)
    .first<{ id: number; private_group_id: number }>())!
  const { JOBS } = heldQueue()
  const owner = { organizationId: here.organization.id, userId: id, groupId }
  const file = { name: 'chart.txt', bytes: new TextEncoder().encode(text), description: 'A chart' }
  const made = await storeGenerated({ ...env, JOBS }, owner, file)
  await madeAgo(made.id, daysAgo)
  return made.id
}

const madeAgo = (id: number, days: number) =>
  env.DB.prepare('UPDATE files SET created_at = ? WHERE id = ?').bind(ago(days), id).run()

/** Lets the day end on which the periods were set. */
const nextDay = () => env.DB.prepare("UPDATE retention SET changed_on = '2000-01-01'").run()

async function sweep(variables: Partial<Env> = {}): Promise<Job[]> {
  const { jobs, JOBS } = heldQueue()
  const context = createExecutionContext()
  await worker.scheduled(createScheduledController({ cron: '17 * * * *' }), { ...env, JOBS, ...variables })
  await waitOnExecutionContext(context)
  return jobs.filter(({ kind }) => kind === 'erase_expired')
}

/** Runs the day's run to its end, with `before` before each step. */
async function run(before: (job: Job) => Promise<unknown> = async () => undefined, variables: Partial<Env> = {}) {
  const waiting = await sweep()
  while (waiting.length > 0) {
    const { jobs, JOBS } = heldQueue()
    await before(waiting[0]!)
    await deliver(waiting.shift(), { variables: { JOBS, ...variables } })
    waiting.push(...jobs)
  }
}

const talksOf = async (name: Name) =>
  (await (await here[name]('/web/v1/conversations')).json<Paged<{ id: number }>>()).data.map(({ id }) => id)
const filesOf = async (name: Name) =>
  (await (await here[name]('/web/v1/files')).json<Paged<{ id: number }>>()).data.map(({ id }) => id)

describe('periods', () => {
  test('are for ever until an admin sets them, and hold from the next day on', async () => {
    expect(await settingsOf()).toEqual({ periods: forEver, effective_on: null, last_run: null })
    const changed = await (await keep({ conversations: 30 })).json<Retention>()
    expect(changed.periods).toEqual({ ...forEver, conversations: 30 })
    const tomorrow = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Tokyo' }).format(Date.now() + day)
    expect(changed.effective_on).toBe(tomorrow)
    expect(await sweep()).toEqual([])
    await nextDay()
    expect((await settingsOf()).effective_on).toBeNull()
    expect(await sweep()).toHaveLength(1)
  })

  test('of conversations are told to every member', async () => {
    const kept = async () =>
      (await (await here.hanako('/web/v1/users/me')).json<{ conversations_kept: number | null }>()).conversations_kept
    expect(await kept()).toBeNull()
    await keep({ conversations: 30 })
    expect(await kept()).toBe(30)
  })

  test('are recorded where they change', async () => {
    for (const days of [30, 30]) await keep({ audit_texts: days })
    expect(await actionsOf(here.organization.id)).toEqual([
      { action: 'retention_changed', target: 'retention', details: JSON.stringify({ ...forEver, audit_texts: 30 }) },
    ])
  })

  test.each([0, 1.5, 36_501, '30'])('of %j days are refused, and change nothing', async (days) => {
    expect(await refusal(await keep({ conversations: days as number }))).toMatchObject({
      code: 'invalid_request',
    })
    expect((await settingsOf()).periods).toEqual(forEver)
  })

  test('of one organisation are nothing to another', async () => {
    await keep({ conversations: 1 })
    const other = await seedMembers(`other-${domain}`, { admin: 'admin' })
    expect((await settingsOf(other.admin)).periods).toEqual(forEver)
  })
})

describe('a run', () => {
  test('erases conversations without a question since the period, and tells the chain how many', async () => {
    const old = await talk('hanako', 31.5)
    const young = await talk('hanako', 29)
    await talk('taro', 400)
    await keep({ conversations: 30 })
    await nextDay()
    await run()
    expect(await talksOf('hanako')).toEqual([young])
    expect(await talksOf('taro')).toEqual([])
    expect((await here.hanako(`/v1/conversations/${old}/entries`)).status).toBe(404)
    const { last_run: last } = await settingsOf()
    expect(last).toMatchObject({ conversations: 2, files: 0, texts: 0, failed: 0, ended_at: expect.any(String) })
    expect((await actionsOf(here.organization.id)).at(-1)).toEqual({
      action: 'conversations_erased',
      target: last!.day,
      details: '{"conversations":2}',
    })
    expect(await problems(here.organization.id)).toEqual([])
  })

  test('erases files that answers made, with their bytes, and none that were uploaded', async () => {
    const old = await generated('hanako', 8.5)
    const young = await generated('hanako', 6)
    const own = await uploaded(here.hanako, textFile('mine.txt'))
    await madeAgo(own.id, 400)
    const { object_key: key } = (await env.DB.prepare('SELECT object_key FROM files WHERE id = ?')
      .bind(old)
      .first<{ object_key: string }>())!
    await keep({ generated_files: 7 })
    await nextDay()
    await run()
    expect((await filesOf('hanako')).toSorted()).toEqual([young, own.id].toSorted())
    expect(await env.FILES.head(key)).toBeNull()
    expect((await settingsOf()).last_run).toMatchObject({ conversations: 0, files: 1, bytes: 7 })
    expect((await actionsOf(here.organization.id)).at(-1)).toMatchObject({
      action: 'files_erased',
      details: '{"files":1,"bytes":7}',
    })
  })

  test('erases texts of audits; who asked and when stays, and the chain verifies', async () => {
    await talk('hanako', 0)
    await keep({ audit_texts: 1 })
    await nextDay()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * day })
    await run()
    vi.useRealTimers()
    expect((await settingsOf()).last_run).toMatchObject({ texts: 1 })
    const [audit] = (await (await here.admin('/v1/audits')).json<Paged<{ id: number; user_email: string }>>()).data
    expect(audit!.user_email).toBe(userOf('hanako').email)
    const details = await (await here.admin(`/v1/audits/${audit!.id}`)).json()
    expect(details).toMatchObject({ question: '', answer: '', text_erased_at: expect.any(String) })
    expect(await problems(here.organization.id)).toEqual([])
  })

  test('leaves all that a held user has made, until the user is released', async () => {
    const held = await talk('hanako', 90)
    const file = await generated('hanako', 90)
    await talk('taro', 90)
    await hold('hanako')
    await keep({ conversations: 30, generated_files: 30 })
    await nextDay()
    await run()
    expect([await talksOf('hanako'), await filesOf('hanako'), await talksOf('taro')]).toEqual([[held], [file], []])

    await release('hanako')
    await env.DB.prepare("UPDATE retention_runs SET day = '2000-01-01'").run()
    await run()
    expect([await talksOf('hanako'), await filesOf('hanako')]).toEqual([[], []])
  })

  test('erases nothing more once an admin changes the periods, or holds a user, while it is under way', async () => {
    const [first, second] = [await talk('hanako', 90), await generated('taro', 90)]
    await keep({ conversations: 30, generated_files: 30 })
    await nextDay()
    await run(async () => hold('hanako'))
    expect([await talksOf('hanako'), await filesOf('taro')]).toEqual([[first], []])

    const third = await generated('taro', 90)
    await env.DB.prepare("UPDATE retention_runs SET day = '2000-01-01'").run()
    await run(async () => keep({ generated_files: 60 }))
    expect([second, await filesOf('taro')]).toEqual([second, [third]])
  })

  test('is one a day, and counts each thing once though every step comes twice', async () => {
    for (let count = 0; count < 3; count++) await talk('hanako', 90)
    for (let count = 0; count < 2; count++) await generated('taro', 90)
    await keep({ conversations: 30, generated_files: 30 })
    await nextDay()
    const { JOBS, jobs } = heldQueue()
    await run(async (job) => {
      const { results } = await env.DB.prepare('SELECT * FROM retention_runs').run<{
        step: string
        position: number
        conversations: number
      }>()
      await deliver(job, { variables: { JOBS } })
      // As if the first delivery had been killed before it said how far it came.
      await env.DB.prepare('UPDATE retention_runs SET step = ?, position = ?, conversations = ?')
        .bind(results[0]!.step, results[0]!.position, results[0]!.conversations)
        .run()
    })
    expect(jobs.length).toBeGreaterThan(0)
    expect((await settingsOf()).last_run).toMatchObject({ conversations: 3, files: 2, failed: 0 })
    const told = (await actionsOf(here.organization.id)).map(({ action }) => action)
    expect(told).toEqual(['retention_changed', 'conversations_erased', 'files_erased'])
    expect(await sweep()).toEqual([])
  })

  test('that lost its job is taken up an hour later', async () => {
    await keep({ conversations: 30 })
    await nextDay()
    const [job] = await sweep()
    expect(await sweep()).toEqual([])
    await env.DB.prepare('UPDATE retention_runs SET active_at = ?').bind(ago(0.05)).run()
    expect(await sweep()).toEqual([job])
    expect(await sweep()).toEqual([])
  })

  test('goes past a file that cannot be removed, and says so', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const stuck = await generated('taro', 90)
    const gone = await generated('taro', 80)
    const { object_key: key } = (await env.DB.prepare('SELECT object_key FROM files WHERE id = ?')
      .bind(stuck)
      .first<{ object_key: string }>())!
    const remove = async (keys: string | string[]) => {
      if (keys.includes(key)) throw new Error('delete: internal error (10001)')
      return env.FILES.delete(keys)
    }
    await keep({ generated_files: 30 })
    await nextDay()
    await run(undefined, { FILES: bucketWith({ delete: remove }) })
    expect(await filesOf('taro')).toEqual([stuck])
    expect(gone).toBeGreaterThan(stuck)
    expect((await settingsOf()).last_run).toMatchObject({ files: 1, failed: 1 })
    expect(String(log.mock.calls)).toContain(`"file_id":${stuck}`)
  })

  test('finds expired files by their index', async () => {
    await keep({ generated_files: 30 })
    await nextDay()
    const { DB, plansOf } = explainedDatabase()
    await run(undefined, { DB })
    const plans = (await plansOf(/"files"."created_at" < \?/)).join()
    expect(plans).toContain('generated_files')
  })
})

describe('a preview', () => {
  test('says what a period would erase, in parts that add up, and what holds keep', async () => {
    await talk('hanako', 40)
    await talk('hanako', 10)
    await talk('taro', 50)
    await hold('taro')
    expect(await previewOf('conversations', 30)).toMatchObject({
      count: 1,
      held: 1,
      looked_at: 3,
      members: 3,
      next: null,
    })
    expect(await previewOf('conversations', 30, userOf('taro').id)).toMatchObject({ count: 0, held: 0, looked_at: 0 })
    await generated('hanako', 40, '12345')
    await generated('taro', 40)
    const files = await previewOf('generated_files', 30)
    expect(files).toMatchObject({ count: 1, bytes: 5, held: 1, next: null })
    expect(Date.parse(files.oldest!)).toBeLessThan(Date.parse(ago(39)))
    expect(await previewOf('audit_texts', 1)).toMatchObject({ count: 0, held: 0, oldest: null })
  })

  test('is what the run then erases', async () => {
    for (const days of [29, 30.2, 31.2, 400]) await talk('hanako', days)
    const { count } = await previewOf('conversations', 30)
    await keep({ conversations: 30 })
    await nextDay()
    await run()
    expect((await settingsOf()).last_run!.conversations).toBe(count)
  })
})

describe('a hold', () => {
  test('is listed with its reason, which can be changed, until the user is released', async () => {
    await hold('hanako')
    const first = (await (await here.admin('/v1/holds')).json<Paged<Hold>>()).data[0]!
    expect(first).toMatchObject({ user_id: userOf('hanako').id, user_email: userOf('hanako').email, reason: 'Case 7' })
    await hold('hanako', 'Case 8')
    const { data, total } = await (await here.admin('/v1/holds')).json<Paged<Hold>>()
    expect({ data, total }).toEqual({ data: [{ ...first, reason: 'Case 8' }], total: 1 })
    expect(await (await here.admin(`/v1/users/${userOf('hanako').id}`)).json()).toMatchObject({ held: true })
    for (let time = 0; time < 2; time++) expect((await release('hanako')).status).toBe(204)
    expect(await (await here.admin('/v1/holds')).json()).toMatchObject({ data: [], total: 0 })
    const actions = (await actionsOf(here.organization.id)).map(({ action }) => action)
    expect(actions).toEqual(['user_held', 'user_held', 'user_released'])
  })

  test('keeps the user from being deleted', async () => {
    await hold('hanako')
    const remove = () => here.admin(`/v1/users/${userOf('hanako').id}`, { method: 'DELETE' })
    expect(await refusal(await remove())).toEqual({ status: 403, code: 'operation_not_authorized' })
    await release('hanako')
    expect((await remove()).status).toBe(204)
  })

  test('of another organisation’s user is nothing that exists', async () => {
    const other = await seedMembers(`elsewhere-${domain}`, { admin: 'admin' })
    expect(await refusal(await hold('hanako', 'Case 7', other.admin))).toMatchObject({ status: 404 })
  })

  test('needs a reason', async () => {
    expect(await refusal(await hold('hanako', '  '))).toMatchObject({ code: 'invalid_request' })
  })
})
