import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { answered, entriesOf } from './harness/asking.ts'
import { auditsOf } from './harness/audits.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

const tables = ['users', 'groups', 'organizations'] as const

/** Takes the directory as it is now, as a bookmark of D1's Time Travel does. */
async function takeBookmark() {
  const results = await env.DB.batch<Record<string, unknown>>(
    [...tables, 'sqlite_sequence'].map((table) => env.DB.prepare(`SELECT * FROM ${table}`)),
  )
  return results.map(({ results: rows }) => rows)
}

/** Brings the directory back to a bookmark: later rows are gone, and ids that were given since are given again. */
async function restore([users, groups, organizations, sequences]: Awaited<ReturnType<typeof takeBookmark>>) {
  const kept = [users!, groups!, organizations!].map((rows) => JSON.stringify(rows.map(({ id }) => id)))
  await env.DB.batch([
    ...tables.map((table, index) =>
      env.DB.prepare(`DELETE FROM ${table} WHERE id NOT IN (SELECT value FROM json_each(?))`).bind(kept[index]),
    ),
    ...sequences!.map(({ name, seq }) =>
      env.DB.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?').bind(seq, name),
    ),
  ])
}

const talksOf = async (caller: Caller) =>
  (await (await caller('/web/v1/conversations')).json<{ data: { id: number; title: string }[] }>()).data

test('when the directory goes back to an earlier state, nobody meets what another had under the same id', async () => {
  const { admin } = await seedMembers('before.example', { admin: 'admin' })
  const { mark } = await scripted([{ say: 'Kept' }])
  const mine = await answered(admin, { query: mark })
  const bookmark = await takeBookmark()

  const lost = await seedMembers('lost.example', { hanako: 'user', boss: 'admin' })
  const { mark: secret } = await scripted([{ say: 'A secret' }])
  const hers = await answered(lost.hanako, { query: secret })
  expect(await auditsOf(lost.boss)).toHaveLength(1)

  await restore(bookmark)
  const again = await seedOrganization('again.example', [
    { email: 'taro@again.example' },
    { email: 'chief@again.example', role: 'admin' },
  ])
  expect(again.id).toBe(lost.organization.id)
  expect(again.users.map(({ id }) => id)).toEqual(lost.organization.users.map(({ id }) => id))
  const taro = await signedIn('taro@again.example')
  const chief = await signedIn('chief@again.example')

  expect(await talksOf(taro)).toEqual([])
  expect((await taro(`/v1/conversations/${hers.conversationId}/entries`)).status).toBe(404)
  expect((await taro(`/web/v1/chat/${hers.conversationId}/stream`)).status).toBe(404)
  expect(await auditsOf(chief)).toEqual([])
  const { mark: first } = await scripted([{ say: 'The first' }])
  const his = await answered(taro, { query: first })
  expect(his.conversationId).toBe(hers.conversationId)
  expect(JSON.stringify(await entriesOf(taro, his.conversationId))).not.toContain('secret')
  expect((await auditsOf(chief)).map(({ user_email }) => user_email)).toEqual(['taro@again.example'])

  // Who was there before has all that was theirs, also what came after the bookmark.
  expect((await talksOf(admin)).map(({ id }) => id)).toEqual([mine.conversationId])
})
