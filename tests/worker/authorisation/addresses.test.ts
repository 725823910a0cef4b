import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Access, Endpoint } from '~/contract/endpoint.ts'
import { acceptInvitation, listInvitations } from '~/contract/invitations.ts'
import { type EndpointName, endpoints } from '~/contract/index.ts'
import { type Caller, signedOut } from '../harness/callers.ts'
import { textFile, uploaded } from '../harness/files.ts'
import { partUrl, reserved } from '../harness/uploading.ts'
import { type Actor, seedActors, type Stranger, strangers } from './actors.ts'
import { variables } from './objects.ts'
import { everythingKept } from './state.ts'
import { table } from './table.ts'

const { ours, theirs, calls, invitations } = await seedActors()
const actors = Object.keys(calls) as Actor[]
// Whoever comes for the first time is written down, whatever they ask for.
for (const actor of actors) await calls[actor]('/web/v1/users/me')

const forbidden = { status: 403, code: 'operation_not_authorized' }

afterEach(() => {
  vi.useRealTimers()
})

/** A signed address and the endpoint that it is of. */
interface Signed {
  address: URL
  endpoint: Endpoint
}

const exportOf = (path: string) => async (caller: Caller) =>
  (await (await caller(path)).json<{ download_url: string }>()).download_url
const readingBy = (path: string) => async (caller: Caller) => {
  const { id } = await uploaded(caller, textFile('read.txt', 'kept'))
  return (await (await caller(path.replace('{id}', String(id)))).json<{ url: string }>()).url
}
const reservedBy = (caller: Caller) => reserved(caller, 'written.txt', 4, { variables: variables() })

/** Every address that the product signs, by what it is for. */
const kinds: Record<string, { name: EndpointName; make: (caller: Caller) => Promise<string> }> = {
  'to save a file': {
    name: 'getBytes',
    make: readingBy('/v1/files/{id}/download_url'),
  },
  'to show a file': {
    name: 'getBytes',
    make: readingBy('/web/v1/files/{id}/preview_url'),
  },
  'to write a file': {
    name: 'putBytes',
    make: async (caller) => (await reservedBy(caller)).url,
  },
  'to write a part': {
    name: 'putBytes',
    make: async (caller) => partUrl(caller, (await reservedBy(caller)).id, 1),
  },
  'to export audits': {
    name: 'openExport',
    make: exportOf('/web/v1/audits/csv'),
  },
  'to export actions': {
    name: 'openExport',
    make: exportOf('/web/v1/actions/csv'),
  },
}

async function signedFor(caller: Caller): Promise<Record<string, Signed>> {
  const made: Record<string, Signed> = {}
  for (const [kind, { name, make }] of Object.entries(kinds))
    made[kind] = {
      address: new URL(await make(caller)),
      endpoint: endpoints[name],
    }
  return made
}
const signed = {
  ours: await signedFor(ours.admin),
  theirs: await signedFor(theirs.admin),
}

/** Status, code and all that is said to who opens an address as it is written. */
async function open(address: string, { method }: Endpoint, caller: Caller = signedOut) {
  const call =
    method === 'put' ? { method: 'PUT', headers: { 'content-length': '4' }, body: 'evil' } : { method: 'GET' }
  const response = await caller(address, call)
  const body = await response.text()
  const { code } = response.ok ? {} : (JSON.parse(body) as { code: string })
  return { answer: { status: response.status, code }, body }
}

const asCalled = ({ pathname, search }: URL) => pathname + search

/** The answers that an address may get which was not signed as it stands: by whether it still says what one has to say. */
function refusalsOf(address: string, { path, query }: Endpoint): string[] {
  const { pathname, searchParams } = new URL(`http://provider.test${address}`)
  // It is of another endpoint, or of none.
  if (!new RegExp(`^${path.replace('{id}', '\\d+')}$`).test(pathname))
    return ['400 invalid_request', '401 invalid_credentials', '404 does_not_exist']
  return query!.safeParse(Object.fromEntries(searchParams)).success
    ? ['403 operation_not_authorized']
    : ['400 invalid_request']
}

const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '-_', '/?&=%.+']

/** The text with one character gone, or another of its alphabet: at every place. */
const alterations = (text: string) =>
  new Set(
    [...text].flatMap((letter, at) => {
      const alphabet = alphabets.find((letters) => letters.includes(letter))!
      const other = alphabet[(alphabet.indexOf(letter) + 1) % alphabet.length]!
      return ['', other].map((instead) => text.slice(0, at) + instead + text.slice(at + 1))
    }),
  )

/** The address with some of what it says, or all, said as another does; but neither of the two. */
function mixtures(one: URL, other: URL): Set<string> {
  const names = ['id', ...one.searchParams.keys()].filter((name) => name === 'id' || other.searchParams.has(name))
  const mixed = new Set<string>()
  for (let chosen = 1; chosen < 2 ** names.length; chosen++) {
    const address = new URL(one)
    for (const [index, name] of names.entries()) {
      if (((chosen >> index) & 1) === 0) continue
      if (name === 'id')
        address.pathname = one.pathname.replace(/\d+(?=\/bytes|$)/, /\d+(?=\/bytes|$)/.exec(other.pathname)![0])
      else address.searchParams.set(name, other.searchParams.get(name)!)
    }
    mixed.add(asCalled(address))
  }
  for (const { pathname, search } of [one, other]) mixed.delete(pathname + search)
  return mixed
}

test('every call that needs no member has its cells here', () => {
  const namesOf = (access: Access) =>
    (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].access === access).toSorted()
  const rowsOf = (of: string) =>
    (Object.keys(table) as EndpointName[]).filter((name) => [table[name]].flat()[0]!.of === of).toSorted()
  expect(rowsOf('address')).toEqual(namesOf('signature'))
  expect([...new Set(Object.values(kinds).map(({ name }) => name))].toSorted()).toEqual(namesOf('signature'))
  expect(rowsOf('account')).toEqual(namesOf('account'))
  expect(rowsOf('anybody')).toEqual(namesOf('public'))
})

describe('an address', () => {
  const all = Object.keys(kinds)

  test.each(all)('%s is refused with any one character gone or another, which changes nothing', async (kind) => {
    const { address, endpoint } = signed.ours[kind]!
    const before = await everythingKept()
    const wrong: unknown[] = []
    const said = new Set<string>()
    for (const altered of alterations(asCalled(address))) {
      const { answer, body } = await open(altered, endpoint)
      if (answer.status === 403) said.add(body)
      if (!refusalsOf(altered, endpoint).includes(`${answer.status} ${answer.code}`)) wrong.push({ altered, answer })
    }
    expect(wrong).toEqual([])
    expect(said.size).toBe(1)
    expect(await everythingKept()).toEqual(before)
  })

  test.each(all)('%s takes nothing from any other, of another organisation or of its own', async (kind) => {
    const { address, endpoint } = signed.ours[kind]!
    const before = await everythingKept()
    const others = [...Object.values(signed.theirs), ...Object.values(signed.ours)]
    const mixed = others.flatMap((other) => [...mixtures(address, other.address)])
    expect(mixed.length).toBeGreaterThan(30)
    const opened = await Promise.all(
      mixed.map(async (address) => ({
        address,
        ...(await open(address, endpoint)),
      })),
    )
    expect(opened.filter(({ answer }) => answer.status !== 403 || answer.code !== forbidden.code)).toEqual([])
    expect(new Set(opened.map(({ body }) => body)).size).toBe(1)
    expect(await everythingKept()).toEqual(before)
  })

  test.each(all)('%s is refused once its time is over, as a forged one is, whoever comes with it', async (kind) => {
    const { address, endpoint } = signed.ours[kind]!
    const before = await everythingKept()
    const forged = await open(asCalled(address).replace(/signature=.*/, 'signature=A'), endpoint)
    vi.useFakeTimers({
      toFake: ['Date'],
      now: (Number(address.searchParams.get('expires')) + 1) * 1000,
    })
    for (const caller of [signedOut, ours.admin, theirs.admin])
      expect(await open(asCalled(address), endpoint, caller)).toEqual(forged)
    expect(forged.answer).toEqual(forbidden)
    vi.useRealTimers()
    expect(await everythingKept()).toEqual(before)
  })

  test.each(all)('%s opens as it was signed, after all that was tried with it', async (kind) => {
    const { address, endpoint } = signed.ours[kind]!
    expect((await open(asCalled(address), endpoint)).answer.status).toBe(kinds[kind]!.name === 'putBytes' ? 204 : 200)
  })

  test('to export is refused once who asked for it was deactivated', async () => {
    const { address, endpoint } = signed.theirs['to export audits']!
    const set = (value: string) =>
      env.DB.prepare(`UPDATE users SET deactivated_at = ${value} WHERE email = 'admin@theirs.test'`).run()
    await set('created_at')
    expect((await open(asCalled(address), endpoint)).answer).toEqual(forbidden)
    await set('NULL')
    expect((await open(asCalled(address), endpoint)).answer.status).toBe(200)
  })
})

describe('who has an account', () => {
  /** Whoever has one, members or not; who was deleted here keeps it where it is, and may be invited again. */
  const hasNone = (actor: Actor) => {
    const { status, code } = strangers[actor as Stranger] ?? {}
    const isKey = actor.includes(' key')
    return actor !== 'someone who was deleted' && (isKey || status === 401 || code === 'email_not_verified')
  }

  test.each(actors)('%s sees the invitations of the own address and accepts no others', async (actor) => {
    const before = await everythingKept()
    const list = async () =>
      (await calls[actor](listInvitations.path)).json<{
        code?: string
        items?: { id: number }[]
      }>()
    const accept = async (id: number) => {
      const response = await calls[actor](acceptInvitation.path.replace('{id}', String(id)), { method: 'POST' })
      return { status: response.status, body: await response.text() }
    }
    const isInvited = actor === 'someone whom two have invited'
    const missing = await accept(999_999)
    if (hasNone(actor)) {
      expect(await list()).toMatchObject({
        code: strangers[actor as Stranger].code,
      })
      expect(missing.status).toBe(strangers[actor as Stranger].status)
    } else {
      expect((await list()).items!.map(({ id }) => id)).toEqual(isInvited ? invitations : [])
      expect(missing.status).toBe(404)
    }
    if (!isInvited) for (const id of invitations) expect(await accept(id)).toEqual(missing)
    expect(await everythingKept()).toEqual(before)
  })
})

test('how the product is doing is told to everybody alike, and changes nothing', async () => {
  const before = await everythingKept()
  const told = new Set<string>()
  for (const actor of actors) {
    const response = await calls[actor](endpoints.health.path, {
      variables: { FIREBASE_API_KEY: 'a-key' },
    })
    told.add(`${response.status} ${await response.text()}`)
  }
  expect(told.size).toBe(1)
  expect([...told][0]).toMatch(/^200 /)
  expect(await everythingKept()).toEqual(before)
})
