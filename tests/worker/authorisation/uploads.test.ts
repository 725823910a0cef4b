import { describe, expect, test } from 'vitest'
import type { Caller } from '../harness/callers.ts'
import { refusal } from '../harness/files.ts'
import { partUrl, put, reserved, storedBytes, validate, validated } from '../harness/uploading.ts'
import { type Actor, members, seedActors, type Stranger, strangers } from './actors.ts'
import { variables } from './objects.ts'
import { everythingKept } from './state.ts'

const { ours, theirs, calls } = await seedActors()
const { user } = ours
const actors = Object.keys(calls) as Actor[]
// Whoever comes for the first time is written down, whatever they ask for.
for (const actor of actors) await calls[actor]('/web/v1/users/me')
const theirUpload = await reserved(theirs.admin, 'theirs.txt', 4, { variables: variables() })

const forbidden = { status: 403, code: 'operation_not_authorized' }
const hidden = { status: 404, code: 'does_not_exist' }
const malformed = { status: 400, code: 'invalid_request' }

/** What a member is answered, with their token, who puts bytes to an address. */
async function putAs(caller: Caller, address: string) {
  const { pathname, search } = new URL(address)
  return refusal(await caller(pathname + search, { method: 'PUT', headers: { 'content-length': '4' }, body: 'evil' }))
}

describe("another's upload", () => {
  const trespassers = actors.filter((actor) => actor !== 'user' && actor !== 'admin')

  const attempts: Record<string, (caller: Caller, id: number) => Promise<Response>> = {
    'asks what has arrived': (caller, id) => caller(`/v1/files/${id}/upload_parts`),
    'asks for addresses of parts': (caller, id) =>
      caller(`/v1/files/${id}/upload_parts`, {
        method: 'POST',
        json: { numbers: [1] },
      }),
    validates: validate,
    reads: (caller, id) => caller(`/v1/files/${id}/download_url`),
    renames: (caller, id) =>
      caller(`/web/v1/files/${id}`, {
        method: 'PATCH',
        json: { name: 'evil.txt' },
      }),
    deletes: (caller, id) => caller(`/v1/files/${id}`, { method: 'DELETE', variables: variables() }),
  }

  test.each(trespassers)('%s has no part in it, and nothing of theirs is stored', async (actor) => {
    const { id, url } = await reserved(user, 'mine.txt', 4, {
      variables: variables(),
    })
    const before = await everythingKept()
    const expected = (members as readonly string[]).includes(actor) ? hidden : strangers[actor as Stranger]
    for (const [what, attempt] of Object.entries(attempts)) {
      const response = await attempt(calls[actor], id)
      const { code } = await response.json<{ code: string }>()
      expect({ what, status: response.status, code }).toEqual({
        what,
        ...expected,
      })
    }

    expect(await putAs(calls[actor], `http://provider.test/v1/files/${id}/bytes`)).toEqual(malformed)
    const guessed = new URL(url)
    guessed.searchParams.set('signature', new URL(theirUpload.url).searchParams.get('signature')!)
    expect(await putAs(calls[actor], guessed.href)).toEqual(forbidden)
    expect(await everythingKept()).toEqual(before)
  })

  test.each(['peer', 'demoted', 'foreign admin'] as const)(
    'the address of an upload of %s writes to no other',
    async (actor) => {
      const mine = await reserved(user, 'mine.txt', 4, {
        variables: variables(),
      })
      const theirs = await reserved(calls[actor], 'theirs.txt', 4, {
        variables: variables(),
      })
      const before = await everythingKept()
      for (const address of [theirs.url, await partUrl(calls[actor], theirs.id, 1)]) {
        const moved = address.replace(`/${theirs.id}/`, `/${mine.id}/`)
        expect(await putAs(calls[actor], moved)).toEqual(forbidden)
      }
      expect((await everythingKept()).directory.upload_parts).toEqual(before.directory.upload_parts)
      expect((await put(mine.url, 'mine')).status).toBe(204)
      await validated(user, mine.id)
      expect(new TextDecoder().decode(await storedBytes(mine.id))).toBe('mine')
    },
  )
})
