import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { everything, formOf, heldQueue, process, refusal, textFile, uploaded } from './files-harness.ts'
import { type Caller, seedOrganization, signedIn, signedOut } from './harness.ts'

/** Whose group a file is in, seen from the user. */
type Place = 'own' | 'peers' | 'organization' | 'foreign' | 'foreign private'

const callers: Record<string, Caller> = { nobody: signedOut }
const groups = {} as Record<Place, number>
const files = {} as Record<Place, StoredFile>
let organizationId: number

beforeAll(async () => {
  const ours = await seedOrganization('Ours', [
    { email: 'user@a.test' },
    { email: 'peer@a.test' },
    { email: 'admin@a.test', role: 'admin' },
  ])
  const theirs = await seedOrganization('Theirs', [{ email: 'user@b.test' }, { email: 'admin@b.test', role: 'admin' }])
  organizationId = ours.id
  callers.user = await signedIn('user@a.test')
  callers.peer = await signedIn('peer@a.test')
  callers.admin = await signedIn('admin@a.test')
  callers['foreign admin'] = await signedIn('admin@b.test')
  callers['uninvited person'] = await signedIn('uninvited@a.test')

  Object.assign(groups, {
    own: ours.users[0]!.privateGroupId,
    peers: ours.users[1]!.privateGroupId,
    organization: ours.groupId,
    foreign: theirs.groupId,
    'foreign private': theirs.users[0]!.privateGroupId,
  } satisfies Record<Place, number>)
  for (const place of Object.keys(groups) as Place[]) files[place] = await stored(place)
})

const ok = { status: 200 }
const deleted = { status: 204 }
const hidden = { status: 404, code: 'does_not_exist', info: { entity: 'file' } }
const forbidden = { status: 403, code: 'operation_not_authorized' }
const unknown = { status: 401, code: 'invalid_credentials' }
const uninvited = { status: 403, code: 'user_not_invited' }

const reads = [
  '/v1/files/{id}',
  '/web/v1/files/{id}/content',
  '/v1/files/{id}/download_url',
  '/web/v1/files/{id}/preview_url',
]
/** Rows 16, 19, 26 and 28 of the table of who may call what. */
const readers: [caller: string, expected: Record<Place, object>][] = [
  ['user', { own: ok, peers: hidden, organization: ok, foreign: hidden, 'foreign private': hidden }],
  ['peer', { own: hidden, peers: ok, organization: ok, foreign: hidden, 'foreign private': hidden }],
  ['admin', { own: ok, peers: ok, organization: ok, foreign: hidden, 'foreign private': hidden }],
  ['foreign admin', { own: hidden, peers: hidden, organization: hidden, foreign: ok, 'foreign private': ok }],
  ['nobody', { own: unknown, peers: unknown, organization: unknown, foreign: unknown, 'foreign private': unknown }],
  [
    'uninvited person',
    { own: uninvited, peers: uninvited, organization: uninvited, foreign: uninvited, 'foreign private': uninvited },
  ],
]

test.each(readers.flatMap(([caller, expected]) => reads.map((path) => [caller, path, expected] as const)))(
  '%s reads %s as the table says',
  async (caller, path, expected) => {
    const answers = {} as Record<Place, object>
    for (const [place, { id }] of entries(files))
      answers[place] = await answerOf(await callers[caller]!(path.replace('{id}', String(id))))
    expect(answers).toEqual(expected)
  },
)

/** Row 27. */
const deleters: [caller: string, expected: Record<Place, object>][] = [
  ['nobody', { own: unknown, peers: unknown, organization: unknown, foreign: unknown, 'foreign private': unknown }],
  [
    'uninvited person',
    { own: uninvited, peers: uninvited, organization: uninvited, foreign: uninvited, 'foreign private': uninvited },
  ],
  ['user', { own: deleted, peers: hidden, organization: forbidden, foreign: hidden, 'foreign private': hidden }],
  ['peer', { own: hidden, peers: deleted, organization: forbidden, foreign: hidden, 'foreign private': hidden }],
  ['admin', { own: deleted, peers: deleted, organization: deleted, foreign: hidden, 'foreign private': hidden }],
  ['foreign admin', { own: hidden, peers: hidden, organization: hidden, foreign: deleted, 'foreign private': deleted }],
]

test.each(deleters)('%s deletes as the table says, and a refusal changes nothing', async (caller, expected) => {
  const answers = {} as Record<Place, object>
  for (const [place] of entries(groups)) {
    const { id } = await stored(place)
    const before = await everything()
    answers[place] = await answerOf(await callers[caller]!(`/v1/files/${id}`, { method: 'DELETE' }))
    if ('code' in answers[place]!) expect(await everything()).toEqual(before)
  }
  expect(answers).toEqual(expected)
})

/** Row 22. */
const uploaders: [caller: string, expected: Record<Place, object>][] = [
  ['nobody', { own: unknown, peers: unknown, organization: unknown, foreign: unknown, 'foreign private': unknown }],
  [
    'uninvited person',
    { own: uninvited, peers: uninvited, organization: uninvited, foreign: uninvited, 'foreign private': uninvited },
  ],
  ['user', { own: ok, peers: forbidden, organization: forbidden, foreign: forbidden, 'foreign private': forbidden }],
  ['peer', { own: forbidden, peers: ok, organization: forbidden, foreign: forbidden, 'foreign private': forbidden }],
  ['admin', { own: ok, peers: ok, organization: ok, foreign: forbidden, 'foreign private': forbidden }],
  ['foreign admin', { own: forbidden, peers: forbidden, organization: forbidden, foreign: ok, 'foreign private': ok }],
]

test.each(uploaders)('%s uploads as the table says, and a refusal changes nothing', async (caller, expected) => {
  const answers = {} as Record<Place, object>
  for (const [place, groupId] of entries(groups)) {
    const before = await everything()
    answers[place] = await answerOf(await upload(callers[caller]!, `?group_id=${groupId}`))
    if ('code' in answers[place]!) expect(await everything()).toEqual(before)
  }
  expect(answers).toEqual(expected)
})

test('a group that does not exist is refused like one out of reach', async () => {
  expect(await bodyOf(await upload(callers.admin!, '?group_id=999999'))).toEqual(
    await bodyOf(await upload(callers.admin!, `?group_id=${groups.foreign}`)),
  )
})

test('an upload names the own organisation or none', async () => {
  expect(await answerOf(await upload(callers.user!, `?organization_id=${organizationId}`))).toEqual(ok)
  expect(
    await answerOf(await upload(callers.user!, `?organization_id=${organizationId + 1}&group_id=${groups.own}`)),
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

async function stored(place: Place): Promise<StoredFile> {
  const owner = place.startsWith('foreign') ? 'foreign admin' : 'admin'
  const file = await uploaded(callers[owner]!, textFile(`${place}.txt`), `?group_id=${groups[place]}`)
  await process(file)
  return file
}

const upload = (caller: Caller, query: string) =>
  caller(`/v1/files/upload${query}`, {
    method: 'POST',
    body: formOf(textFile('new.txt')),
    variables: { JOBS: heldQueue().JOBS },
  })

const list = async (caller: Caller, query: string) =>
  (await caller(`/web/v1/files${query}`)).json<{ data: StoredFile[]; total: number }>()

const answerOf = async (response: Response) => (response.ok ? { status: response.status } : refusal(response))
const bodyOf = async (response: Response) => ({ status: response.status, body: await response.text() })
const entries = <V>(record: Record<Place, V>) => Object.entries(record) as [Place, V][]
