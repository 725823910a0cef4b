import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AdminAction } from '~/contract/audits.ts'
import type { StoredFile } from '~/contract/files.ts'
import { formOf, heldQueue, process, textFile, uploaded } from './harness/files.ts'
import {
  answerOf,
  answersOf,
  forbidden,
  hidden,
  ok,
  type Place,
  places,
  type Row,
  seedPlaces,
  strangers,
  uninvited,
  unknown,
} from './harness/files-places.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'

const { ours, theirs, callers, groups } = await seedPlaces('a.test', 'b.test')
const files = await storedEverywhere()

const deleted = { status: 204 }

const reads = [
  '/v1/files/{id}',
  '/web/v1/files/{id}/content',
  '/v1/files/{id}/download_url',
  '/web/v1/files/{id}/preview_url',
]
/** Rows 16, 19, 26 and 28 of the table of who may call what. */
const readers: Row[] = [
  ['user', { own: ok, peers: hidden, organization: ok, foreign: hidden, 'foreign private': hidden }],
  ['peer', { own: hidden, peers: ok, organization: ok, foreign: hidden, 'foreign private': hidden }],
  ['admin', { own: ok, peers: ok, organization: ok, foreign: hidden, 'foreign private': hidden }],
  ['foreign admin', { own: hidden, peers: hidden, organization: hidden, foreign: ok, 'foreign private': ok }],
  ...strangers,
]

test.each(readers.flatMap(([caller, expected]) => reads.map((path) => [caller, path, expected] as const)))(
  '%s reads %s as the table says',
  async (caller, path, expected) => {
    const read = (place: Place) => callers[caller]!(path.replace('{id}', String(files[place].id)))
    expect(await answersOf(read)).toEqual(expected)
  },
)

test("what an admin reads of another's private files is recorded, once an hour, and nobody else's reading", async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { own, peers, organization } = await storedEverywhere()
  const readAll = async (caller: Caller, file: { id: number }) => {
    for (const path of reads) expect((await caller(path.replace('{id}', String(file.id)))).status).toBe(200)
  }
  await readAll(callers.user!, own)
  await readAll(callers.admin!, organization)
  for (const file of [own, peers, own]) await readAll(callers.admin!, file)
  const { data } = await (await callers.admin!('/v1/actions?page_size=100')).json<{ data: AdminAction[] }>()
  const recorded = data.filter(({ details }) => [own.id, peers.id, organization.id].includes(Number(details.file_id)))
  expect(recorded.map(({ action, target, user_email, details }) => ({ action, target, user_email, details }))).toEqual(
    ([ours.organization.users[1]!, ours.organization.users[0]!] as const).flatMap(({ email }, place) =>
      ['preview', 'download', 'content'].map((way) => ({
        action: 'private_file_read',
        target: email,
        user_email: ours.organization.users[2]!.email,
        details: { file_id: [peers, own][place]!.id, way },
      })),
    ),
  )
})

/** Row 20: a text has no picture, which those may know who may read it. */
test.each(readers)('%s asks for thumbnails as the table says', async (caller, expected) => {
  const read = (place: Place) => callers[caller]!(`/web/v1/files/${files[place].id}/thumbnail`)
  expect(await answersOf(read)).toEqual(instead(expected, ok, { ...hidden, info: { entity: 'thumbnail' } }))
})

/** Row 27. */
const deleters: Row[] = [
  ...strangers,
  ['user', { own: deleted, peers: hidden, organization: forbidden, foreign: hidden, 'foreign private': hidden }],
  ['peer', { own: hidden, peers: deleted, organization: forbidden, foreign: hidden, 'foreign private': hidden }],
  ['admin', { own: deleted, peers: deleted, organization: deleted, foreign: hidden, 'foreign private': hidden }],
  ['foreign admin', { own: hidden, peers: hidden, organization: hidden, foreign: deleted, 'foreign private': deleted }],
]

test.each(deleters)('%s deletes as the table says, and a refusal changes nothing', async (caller, expected) => {
  const victims = await storedEverywhere()
  const remove = (place: Place) => callers[caller]!(`/v1/files/${victims[place].id}`, { method: 'DELETE' })
  expect(await answersOf(remove)).toEqual(expected)
})

/** Row 17: who may delete a file may change it. */
test.each(deleters)('%s changes names as the table says, and a refusal changes nothing', async (caller, expected) => {
  const targets = await storedEverywhere()
  const json = { name: 'changed.txt' }
  const change = (place: Place) => callers[caller]!(`/web/v1/files/${targets[place].id}`, { method: 'PATCH', json })
  expect(await answersOf(change)).toEqual(instead(expected, deleted, ok))
})

/** And may have it processed again, where that has failed. */
test.each(deleters)('%s has files processed again as the table says', async (caller, expected) => {
  const again = (place: Place) => callers[caller]!(`/v1/files/${files[place].id}/process`, { method: 'POST' })
  expect(await answersOf(again)).toEqual(instead(expected, deleted, { status: 409, code: 'bad_file_operation_state' }))
})

/** Row 22. */
const uploaders: Row[] = [
  ...strangers,
  ['user', { own: ok, peers: forbidden, organization: forbidden, foreign: forbidden, 'foreign private': forbidden }],
  ['peer', { own: forbidden, peers: ok, organization: forbidden, foreign: forbidden, 'foreign private': forbidden }],
  ['admin', { own: ok, peers: ok, organization: ok, foreign: forbidden, 'foreign private': forbidden }],
  ['foreign admin', { own: forbidden, peers: forbidden, organization: forbidden, foreign: ok, 'foreign private': ok }],
]

test.each(uploaders)('%s uploads as the table says, and a refusal changes nothing', async (caller, expected) => {
  const uploadTo = (place: Place) => upload(callers[caller]!, `?group_id=${groups[place]}`)
  expect(await answersOf(uploadTo)).toEqual(expected)
})

test('a group that does not exist is refused like one out of reach', async () => {
  expect(await bodyOf(await upload(callers.admin!, '?group_id=999999'))).toEqual(
    await bodyOf(await upload(callers.admin!, `?group_id=${groups.foreign}`)),
  )
})

test('an upload names the own organisation or none', async () => {
  expect(await answerOf(await upload(callers.user!, `?organization_id=${ours.organization.id}`))).toEqual(ok)
  expect(
    await answerOf(await upload(callers.user!, `?organization_id=${ours.organization.id + 1}&group_id=${groups.own}`)),
  ).toEqual(forbidden)
})

test("another's file is refused to the byte like one that never was", async () => {
  for (const path of reads) {
    const call = (id: number) => callers.user!(path.replace('{id}', String(id)))
    expect(await bodyOf(await call(files.peers.id))).toEqual(await bodyOf(await call(999_999)))
    expect(await bodyOf(await call(files.foreign.id))).toEqual(await bodyOf(await call(999_999)))
  }
})

/** Row 18. */
test.each([
  ['user', ['own', 'organization']],
  ['peer', ['peers', 'organization']],
  ['admin', ['own', 'peers', 'organization']],
  ['foreign admin', ['foreign', 'foreign private']],
] as [string, Place[]][])(
  '%s lists the files of readable groups alone, and counts no others',
  async (caller, readable) => {
    const all = await list(callers[caller]!, '?page_size=100')
    const readableIds = readable.map((place) => groups[place])
    expect(all.data.every(({ group_id }) => readableIds.includes(group_id))).toBe(true)
    expect(all.data.map(({ id }) => id)).toEqual(expect.arrayContaining(readable.map((place) => files[place].id)))
    expect(all.total).toBe(all.data.length)

    const asked = await list(callers[caller]!, `?page_size=100&group_ids=${Object.values(groups).join(',')}`)
    expect(asked).toEqual(all)
    const outOfReach = Object.values(groups).filter((id) => !readableIds.includes(id))
    expect(await list(callers[caller]!, `?group_ids=${outOfReach.join(',')}`)).toMatchObject({
      data: [],
      total: 0,
      pages: 1,
    })
  },
)

test.each([
  ['nobody', unknown],
  ['uninvited person', uninvited],
])('%s lists nothing', async (caller, expected) => {
  expect(await answerOf(await callers[caller]!('/web/v1/files'))).toEqual(expected)
})

test('an admin who was demoted has the rights of a user at once', async () => {
  const { groupId } = await seedOrganization('Demoted', [{ email: 'demoted@c.test', role: 'admin' }])
  const demoted = await signedIn('demoted@c.test')
  const file = await uploaded(demoted, textFile('shared.txt'), `?group_id=${groupId}`)
  await env.DB.prepare("UPDATE users SET role = 'user' WHERE email = 'demoted@c.test'").run()
  expect(await answerOf(await demoted(`/v1/files/${file.id}`))).toEqual(ok)
  expect(await answerOf(await demoted(`/v1/files/${file.id}`, { method: 'DELETE' }))).toEqual(forbidden)
})

/** The same table with another answer in the place of one. */
const instead = (expected: Record<Place, object>, one: object, other: object) =>
  Object.fromEntries(Object.entries(expected).map(([place, answer]) => [place, answer === one ? other : answer]))

/** A processed file in each place. */
async function storedEverywhere(): Promise<Record<Place, StoredFile>> {
  const stored = {} as Record<Place, StoredFile>
  for (const place of places) {
    const owner = place.startsWith('foreign') ? theirs.admin : ours.admin
    stored[place] = await uploaded(owner, textFile(`${place}.txt`), `?group_id=${groups[place]}`)
    await process(stored[place])
  }
  return stored
}

const upload = (caller: Caller, query: string) =>
  caller(`/v1/files/upload${query}`, {
    method: 'POST',
    body: formOf(textFile('new.txt')),
    variables: { JOBS: heldQueue().JOBS },
  })

const list = async (caller: Caller, query: string) =>
  (await caller(`/web/v1/files${query}`)).json<{ data: StoredFile[]; total: number }>()

const bodyOf = async (response: Response) => ({ status: response.status, body: await response.text() })
