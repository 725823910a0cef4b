import { expect, test } from 'vitest'
import { refusal } from './harness/files.ts'
import { forbidden, hidden, seedPlaces } from './harness/files-places.ts'
import type { Caller } from './harness/callers.ts'
import { put, reserveCall, reserved, rowOf, validate } from './harness/uploading.ts'

const { ours, groups } = await seedPlaces('u.test', 'v.test')

const calls: [string, (caller: Caller, id: number) => Promise<Response>][] = [
  ['lists the parts of', (caller, id) => caller(`/v1/files/${id}/upload_parts`)],
  [
    'gets addresses for parts of',
    (caller, id) => caller(`/v1/files/${id}/upload_parts`, { method: 'POST', json: { numbers: [1] } }),
  ],
  ['validates', validate],
]

test.each(calls)("a member of a group %s an admin's upload to it no more than one that never was", async (_, call) => {
  const { url, id } = await reserved(ours.admin, 'for-you.txt', 4, { query: `&group_id=${groups.own}` })
  await put(url, 'text')
  expect(await refusal(await call(ours.user, id))).toEqual(hidden)
  expect(await refusal(await call(ours.user, 999_999))).toEqual(hidden)
  expect((await rowOf(id))?.status).toBe('uploading')
})

test('an upload names the own organisation or none', async () => {
  const { id } = ours.organization
  expect((await reserveCall(ours.user, 'a.txt', 4, { query: `&organization_id=${id}` })).status).toBe(200)
  expect(await refusal(await reserveCall(ours.user, 'a.txt', 4, { query: `&organization_id=${id + 1}` }))).toEqual(
    forbidden,
  )
})
