import { afterAll, describe, expect, test } from 'vitest'
import { type Scope, scopes } from '~/contract/api-keys.ts'
import type { Endpoint } from '~/contract/endpoint.ts'
import { type EndpointName, endpoints } from '~/contract/index.ts'
import { makeKey, setKey } from '../harness/api-keys.ts'
import type { Caller } from '../harness/callers.ts'
import { seedActors } from './actors.ts'
import { type Kind, seedWorld, variables } from './objects.ts'
import { everythingKept } from './state.ts'
import { type ObjectRow, type PlainRow, table } from './table.ts'

const world = await seedWorld(await seedActors())
/** An admin's keys, each of one scope, and a user's of all. */
const keys = {} as Record<Scope | 'all of a user', Caller>
for (const scope of scopes) keys[scope] = await lasting(world.ours.admin, [scope])
keys['all of a user'] = await lasting(world.ours.user, scopes)

/** A key whose use is not noted any more, so that reading leaves everything as it was. */
async function lasting(owner: Caller, scopes: readonly Scope[]): Promise<Caller> {
  const { id, call } = await makeKey(owner, { scopes })
  await setKey(id, 'last_used_at', '2999-01-01T00:00:00.000Z')
  return call
}

const counts = { refused: 0, allowed: 0 }
const rows = (Object.keys(table) as EndpointName[]).flatMap((name) => {
  const row = [table[name]].flat()[0]!
  return row.of === 'address' || row.of === 'anybody' ? [] : [[name, endpoints[name], row] as const]
})

async function call(caller: Caller, endpoint: Endpoint, row: ObjectRow | PlainRow, id: number) {
  const said = row.of === 'nothing' ? row.says?.() : row.says?.(id, 'organization', world)
  const { params = { id }, query = '', ...init } = said ?? {}
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? id))
  const response = await caller(path + query, {
    method: endpoint.method.toUpperCase(),
    variables: variables(),
    ...init,
  })
  const body = await response.text()
  return { status: response.status, code: response.ok ? undefined : (JSON.parse(body) as { code: string }).code }
}

/** Something of an admin's, as the calls that only read it want it. */
const standing = (row: { of: string }) =>
  row.of === 'nothing' || row.of === 'account' ? 0 : world.standing[row.of as Kind].organization!

describe('a key without the scope', () => {
  test.each(rows)('may not %s, and changes nothing', async (_, endpoint, row) => {
    const before = await everythingKept()
    const wrong: unknown[] = []
    for (const [key, caller] of Object.entries(keys)) {
      const isForAdmins = endpoint.access === 'admin'
      const fits = key === 'all of a user' ? !isForAdmins && endpoint.scope : endpoint.scope === key
      if (fits || endpoint.scope === 'any') continue
      counts.refused += 1
      const answer = await call(caller, endpoint, row as ObjectRow | PlainRow, standing(row))
      if (answer.status !== 403 || answer.code !== 'operation_not_authorized') wrong.push({ key, answer })
    }
    expect(wrong).toEqual([])
    expect(await everythingKept()).toEqual(before)
  })
})

describe('a key with the scope', () => {
  const read = rows.filter(([, { method, scope, path }]) => scope && method === 'get' && !path.includes('validate'))

  test.each(read)('may %s as its owner may', async (_, endpoint, row) => {
    const keyCaller = endpoint.scope === 'any' ? keys.ask : keys[endpoint.scope!]
    const id = standing(row)
    const ofOwner = await call(world.ours.admin, endpoint, row as ObjectRow | PlainRow, id)
    counts.allowed += 1
    expect(await call(keyCaller, endpoint, row as ObjectRow | PlainRow, id)).toEqual(ofOwner)
  })
})

test('what makes people, keys, keywords, sites or settings is for no key', () => {
  const changing = Object.values(endpoints).filter(
    ({ access, method, scope }) => access === 'admin' && method !== 'get' && scope !== undefined,
  )
  expect(changing).toEqual([])
})

afterAll(() => {
  console.info(
    `Scopes of keys: ${rows.length} rows, ${counts.refused} calls refused, ${counts.allowed} as their owners.`,
  )
})
