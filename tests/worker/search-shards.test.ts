import { env } from 'cloudflare:workers'
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { findPassages, openingPassages, termRarity } from '~/provider/search/find-passages.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { type Library, libraryShard, shardsOf } from '~/provider/search/library.ts'
import type { LibraryShard } from '~/provider/search/shard/library-shard.ts'
import { type IndexForm, indexForms } from '~/provider/search/tokens.ts'
import { deleteMember } from '~/provider/users/delete-member.ts'
import { textOf, type Language } from '../bench/retrieval/texts.ts'
import { seedFile, seedOrganization } from './harness/callers.ts'

/** A shard of these takes two of the files that the tests write. */
const small: Library = { ...env, LIBRARY_SHARD_BYTES: '100000' as Library['LIBRARY_SHARD_BYTES'] }

let count = 0

const newGroup = async () => {
  const { id, groupId } = await seedOrganization(`Group ${++count}`, [])
  return { organizationId: id, groupId }
}
type Group = Awaited<ReturnType<typeof newGroup>>

async function add(
  { organizationId, groupId }: Group,
  name: string,
  texts: string[],
  library: Library = env,
): Promise<number> {
  const id = await seedFile({ organizationId, groupId, name })
  const pages = texts.map((text, index) => ({ page: index + 1, text }))
  await indexFile(library, { id, group_id: groupId, name }, pages)
  return id
}

const find = (text: string, groupIds: number[], library: Library = env) =>
  findPassages(library, { text, groupIds, limit: 10 })
const filler = (language: Language, from: number, pages: number) =>
  Array.from({ length: pages }, (_, i) => textOf(language, from + i))

/** The library, and the keys of the objects that are asked through it. */
function watched() {
  const asked = new Set<string>()
  const getByName = (key: string) => {
    asked.add(key)
    return env.LIBRARY_SHARDS.getByName(key)
  }
  return { asked, library: { ...env, LIBRARY_SHARDS: { getByName } as typeof env.LIBRARY_SHARDS } }
}

test('A shard that is full is followed by the next, and both are searched', async () => {
  const group = await newGroup()
  const files: number[] = []
  for (let i = 0; i < 4; i++) {
    files.push(await add(group, `${i}.txt`, [...filler('en', 100 * i, 60), `The umbrella of hall ${i}.`], small))
  }
  const shards = await shardsOf(env, { groupIds: [group.groupId] })
  expect(shards.length).toBeGreaterThan(1)
  const found = await find('umbrella hall', [group.groupId])
  expect(
    found
      .slice(0, 4)
      .map(({ file_id }) => file_id)
      .toSorted(),
  ).toEqual(files)
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)

  const { asked, library } = watched()
  const [one] = await findPassages(library, {
    text: 'umbrella',
    groupIds: [group.groupId],
    fileIds: [files[3]!],
    limit: 10,
  })
  expect(one).toMatchObject({ file_id: files[3], page: 61 })
  expect(asked.size).toBe(1)
  const openings = await openingPassages(env, { groupIds: [group.groupId], fileIds: files, limit: 6 })
  expect(openings.map(({ file_id }) => file_id)).toEqual([...files, ...files.slice(0, 2)])
})

test('A file stays in its shard, however often it is indexed', async () => {
  const group = await newGroup()
  const id = await add(group, 'a.txt', filler('en', 0, 120), small)
  await indexFile(small, { id, group_id: group.groupId, name: 'a.txt' }, [{ page: 1, text: 'The umbrella.' }])
  await add(group, 'b.txt', ['The umbrella.'], small)
  expect(await find('umbrella', [group.groupId])).toHaveLength(2)
  const { results } = await env.DB.prepare('SELECT shard_id FROM files WHERE group_id = ? ORDER BY id')
    .bind(group.groupId)
    .all<{ shard_id: number }>()
  expect(results[0]!.shard_id).toBeLessThan(results[1]!.shard_id)
})

test('What several shards rank scores as if it stood in one', async () => {
  const texts = [
    ...filler('en', 0, 40),
    'The umbrella of the hall.',
    'The umbrella.',
    'Of a hall, an umbrella and a hat.',
  ]
  const [one, several] = [await newGroup(), await newGroup()]
  for (const [i, text] of texts.entries()) {
    await add(one, `${i}.txt`, [text])
    await add(several, `${i}.txt`, [text], { ...env, LIBRARY_SHARD_BYTES: '1' as Library['LIBRARY_SHARD_BYTES'] })
  }
  expect(await shardsOf(env, { groupIds: [several.groupId] })).toHaveLength(texts.length)
  const ranked = async ({ groupId }: Group) =>
    (await find('umbrella in the hall kelibaba', [groupId])).map(({ file_name, score }) => [
      file_name,
      score.toFixed(6),
    ])
  expect(await ranked(several)).toEqual(await ranked(one))
  const rarity = async ({ groupId }: Group) => [...(await termRarity(env, 'umbrella hall', [groupId]))!.terms]
  expect(await rarity(several)).toEqual(await rarity(one))
})

test("Of other groups' shards none is asked, whatever is searched for", async () => {
  const [mine, other] = [await newGroup(), await newGroup()]
  const own = await add(mine, 'mine.txt', ['The umbrella.'])
  const foreign = await add(other, 'theirs.txt', ['The umbrella.'])
  const { asked, library } = watched()
  const groupIds = [mine.groupId]
  expect((await find('umbrella', groupIds, library)).map(({ file_id }) => file_id)).toEqual([own])
  expect(await findPassages(library, { text: 'umbrella', groupIds, fileIds: [foreign], limit: 10 })).toEqual([])
  expect(await openingPassages(library, { groupIds, fileIds: [own, foreign], limit: 10 })).toHaveLength(1)
  const keys = (await shardsOf(env, { groupIds })).map(({ object_key }) => object_key)
  expect([...asked]).toEqual(keys)
})

test('A file that comes back under an id of another group is not found by that group', async () => {
  const [mine, other] = [await newGroup(), await newGroup()]
  const id = await add(mine, 'mine.txt', ['The umbrella.'])
  await env.DB.prepare('UPDATE files SET group_id = ?, shard_id = NULL WHERE id = ?').bind(other.groupId, id).run()
  expect(await find('umbrella', [mine.groupId, other.groupId])).toEqual([])
  await indexFile(env, { id, group_id: other.groupId, name: 'theirs.txt' }, [{ page: 1, text: 'The hat.' }])
  expect(await find('umbrella', [mine.groupId, other.groupId])).toEqual([])
  expect(await find('hat', [other.groupId])).toHaveLength(1)
})

test('Deleting a group deletes its shards whole', async () => {
  const group = await newGroup()
  await add(group, 'a.txt', ['The umbrella.'])
  const [shard] = await shardsOf(env, { groupIds: [group.groupId] })
  await deleteMember(env, { kind: 'delete_member', group_id: group.groupId, member_key: crypto.randomUUID() })
  expect(await shardsOf(env, { groupIds: [group.groupId] })).toEqual([])
  await runInDurableObject(libraryShard(env, shard!), (_, { storage }) => {
    expect(storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'passages'").toArray()).toEqual([])
  })
})

/** A form whose tokens are all others. */
const otherForm = (version: number): IndexForm => {
  const { tokensOf, tokenOf, shelfToken } = indexForms[0]!
  const reversed = (token: string) => `x${version}${token}`
  return {
    version,
    tokensOf: (...passage) =>
      tokensOf(...passage)
        .split(' ')
        .map(reversed)
        .join(' '),
    tokenOf: (...term) => reversed(tokenOf(...term)),
    shelfToken: (shelf) => reversed(shelfToken(shelf)),
  }
}

test('An index of another form is built beside the old one, which is searched until the new one is whole', async () => {
  const group = await newGroup()
  const groupIds = [group.groupId]
  await add(group, 'a.txt', [...filler('en', 0, 250), 'The umbrella of the hall.'])
  const found = async () => (await find('umbrella hall', groupIds)).map(({ id, score }) => [id, score])
  const before = await found()
  expect(before.length).toBeGreaterThan(0)
  const [shard] = await shardsOf(env, { groupIds })
  const object = libraryShard(env, shard!)
  const tables = () =>
    runInDurableObject(object, (_, { storage }) =>
      storage.sql
        .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'")
        .toArray()
        .map(({ name }) => name),
    )

  await runInDurableObject(object, (instance) => {
    ;(instance as unknown as LibraryShard).use([otherForm(2), indexForms[0]!])
  })
  expect(await tables()).toEqual(['passages_index_1', 'passages_index_2'])
  expect(await found()).toEqual(before)

  await runDurableObjectAlarm(object)
  const late = await add(group, 'late.txt', ['The ruthenium.'])
  const gone = await add(group, 'gone.txt', ['The palladium.'])
  await indexFile(env, { id: gone, group_id: group.groupId, name: 'gone.txt' }, [{ page: 1, text: 'The rhodium.' }])
  expect((await find('ruthenium', groupIds)).map(({ file_id }) => file_id)).toEqual([late])
  expect(await find('palladium', groupIds)).toEqual([])
  const during = await found()
  expect(during.map(([id]) => id)).toEqual(before.map(([id]) => id))

  let steps = 1
  while ((await tables()).includes('passages_index_1')) {
    await runDurableObjectAlarm(object)
    steps++
  }
  expect(steps).toBeGreaterThan(2)
  expect(await tables()).toEqual(['passages_index_2'])
  expect(await found()).toEqual(during)
  expect((await find('ruthenium', groupIds)).map(({ file_id }) => file_id)).toEqual([late])
  expect((await find('rhodium', groupIds)).map(({ file_id }) => file_id)).toEqual([gone])
  expect(await find('palladium', groupIds)).toEqual([])
  expect(await runDurableObjectAlarm(object)).toBe(false)
})

test.each([
  { language: 'en', characters: 2800, kibibytes: 5 },
  { language: 'ja', characters: 1200, kibibytes: 7 },
] as const)(
  'A page of $characters characters ($language) takes at most $kibibytes KiB of its shard',
  async ({ language, characters, kibibytes }) => {
    const group = await newGroup()
    const pages = Array.from({ length: 500 }, (_, page) =>
      filler(language, page * 20, 20)
        .join('\n')
        .slice(0, characters),
    )
    for (let from = 0; from < pages.length; from += 50) await add(group, `${from}.txt`, pages.slice(from, from + 50))
    const [shard] = await shardsOf(env, { groupIds: [group.groupId] })
    const bytes = await runInDurableObject(libraryShard(env, shard!), (_, { storage }) => storage.sql.databaseSize)
    const each = bytes / pages.length / 1024

    expect(each).toBeLessThan(kibibytes)
  },
  60_000,
)
