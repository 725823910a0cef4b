import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { type Caller, signedOut } from '../harness/callers.ts'
import { seedActors } from './actors.ts'
import { places, seedWorld, variables, wordOf } from './objects.ts'

const { ours, theirs, ids, standing } = await seedWorld(await seedActors())
const admins = { ours: ours.admin, theirs: theirs.admin }
type Side = keyof typeof admins
const other = { ours: 'theirs', theirs: 'ours' } as const

/** What the acts of an organisation's admins name, so that they can be told in an export. */
const acted = { ours: wordOf('organization'), theirs: wordOf('foreign') }
for (const side of ['ours', 'theirs'] as const) {
  const { id } = side === 'ours' ? ours.organization : theirs.organization
  const json = { keyword: `${acted[side]}blocked`, organization_id: id }
  await admins[side]('/v1/blocked-keywords', { method: 'POST', json, variables: variables() })
}
await ours.admin(`/v1/files/${standing.file.user}/download_url`)

/** The rows of an export, without its header; undefined where its address is refused. */
async function exported(caller: Caller, path: string): Promise<string[] | undefined> {
  const response = await caller(path)
  if (!response.ok) return undefined
  const { pathname, search } = new URL((await response.json<{ download_url: string }>()).download_url)
  const text = await (await signedOut(pathname + search)).text()
  const { data } = Papa.parse<string[]>(text.trimEnd(), { newline: '\r\n' })
  return data.slice(1).map((row) => row.join('\u0000'))
}

/** What only an organisation has: the words of its members, its addresses, and the names of what it asked. */
const wordsOf: Record<Side, string[]> = {
  ours: [...places.filter((place) => !place.startsWith('foreign') && place !== 'missing').map(wordOf), '@ours.test'],
  theirs: [wordOf('foreign'), wordOf('foreign user'), '@theirs.test'],
}
const exports = ['users', 'audits', 'actions'] as const
const has: Record<(typeof exports)[number], Record<Side, string[]>> = {
  users: { ours: ['user@ours.test', 'peer@ours.test'], theirs: ['user@theirs.test'] },
  audits: {
    ours: [wordOf('user'), wordOf('peer'), wordOf('organization')],
    theirs: [wordOf('foreign'), wordOf('foreign user')],
  },
  actions: { ours: [`${acted.ours}blocked`], theirs: [`${acted.theirs}blocked`] },
}

test.each(exports.flatMap((of) => (['ours', 'theirs'] as const).map((side) => ({ of, side }))))(
  'an export of $of has rows of the organisation of its admin, $side, and of no other',
  async ({ of, side }) => {
    const rows = (await exported(admins[side], `/web/v1/${of}/csv`))!.join('\n')
    expect(has[of][side].filter((word) => !rows.includes(word))).toEqual([])
    expect(wordsOf[other[side]].filter((word) => rows.includes(word))).toEqual([])
  },
)

const foreignUser = ids['user@theirs.test']!
test.each([
  `/web/v1/users/csv?email=theirs.test`,
  `/web/v1/users/csv?organization_id=${standing.organization.foreign}`,
  `/web/v1/audits/csv?user_id=${foreignUser}`,
  `/web/v1/audits/csv?conversation_id=${standing.conversation['foreign user']}`,
  `/web/v1/actions/csv?user_id=${ids['admin@theirs.test']}`,
])('an export that is asked for what another organisation has is refused or empty: %s', async (path) => {
  expect((await exported(ours.admin, path)) ?? []).toEqual([])
})

test('an export of one member has the rows of no other', async () => {
  const rows = (await exported(ours.admin, `/web/v1/audits/csv?user_id=${ids['user@ours.test']}`))!.join('\n')
  expect(rows).toContain(wordOf('user'))
  expect([wordOf('peer'), 'peer@ours.test', 'admin@ours.test'].filter((word) => rows.includes(word))).toEqual([])
})

test.each(exports)('nobody but an admin gets an address of an export of %s', async (of) => {
  const path = `/web/v1/${of}/csv`
  const refused = [await ours.user(path), await ours.peer(path), await ours.demoted(path), await signedOut(path)]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 401])
})
