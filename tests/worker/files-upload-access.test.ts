import { expect, test } from 'vitest'
import { refusal } from './harness/files.ts'
import {
  answersOf,
  everywhere,
  forbidden,
  hidden,
  ok,
  type Place,
  places,
  type Row,
  seedPlaces,
  strangers,
} from './harness/files-places.ts'
import type { Caller } from './harness/callers.ts'
import { put, reserveCall, reserved, rowOf, validate } from './harness/uploading.ts'

const { ours, theirs, callers, groups } = await seedPlaces('u.test', 'v.test')

/** Row 23 of the table of who may call what. */
test.each([
  ...strangers,
  ['user', { ...everywhere(forbidden), own: ok }],
  ['peer', { ...everywhere(forbidden), peers: ok }],
  ['admin', { ...everywhere(ok), foreign: forbidden, 'foreign private': forbidden }],
  ['foreign admin', { ...everywhere(forbidden), foreign: ok, 'foreign private': ok }],
] as Row[])('%s reserves uploads as the table says, and a refusal changes nothing', async (name, expected) => {
  const reserve = (place: Place) => reserveCall(callers[name]!, 'a.txt', 4, { query: `&group_id=${groups[place]}` })
  expect(await answersOf(reserve)).toEqual(expected)
})

/** Row 25: the uploader, or an admin of the organisation. */
const finishers: Row[] = [
  ...strangers,
  ['user', { ...everywhere(hidden), own: ok }],
  ['peer', { ...everywhere(hidden), peers: ok }],
  ['admin', { ...everywhere(ok), foreign: hidden, 'foreign private': hidden }],
  ['foreign admin', { ...everywhere(hidden), foreign: ok, 'foreign private': ok }],
]
const calls: [string, (caller: Caller, id: number) => Promise<Response>][] = [
  ['lists the parts of', (caller, id) => caller(`/v1/files/${id}/upload_parts`)],
  [
    'gets addresses for parts of',
    (caller, id) => caller(`/v1/files/${id}/upload_parts`, { method: 'POST', json: { numbers: [1] } }),
  ],
  ['validates', validate],
]

test.each(finishers.flatMap(([name, expected]) => calls.map(([what, call]) => [name, what, call, expected] as const)))(
  '%s %s uploads as the table says, and a refusal changes nothing',
  async (name, _what, call, expected) => {
    const uploads = await uploadsEverywhere()
    expect(await answersOf((place) => call(callers[name]!, uploads[place]))).toEqual(expected)
  },
)

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

/** An upload in each place whose bytes have arrived, begun by a member whose group it is or else by the admin. */
async function uploadsEverywhere(): Promise<Record<Place, number>> {
  const owners: Record<Place, Caller> = {
    own: ours.user,
    peers: ours.peer,
    organization: ours.admin,
    foreign: theirs.admin,
    'foreign private': theirs.user,
  }
  const uploads = {} as Record<Place, number>
  for (const place of places) {
    const { url, id } = await reserved(owners[place], 'a.txt', 4, {
      query: `&group_id=${groups[place]}`,
      variables: { UPLOADS_PER_MINUTE: '1000' },
    })
    await put(url, 'text')
    uploads[place] = id
  }
  return uploads
}
