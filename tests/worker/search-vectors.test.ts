import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeFile } from '~/provider/files/delete.ts'
import { files, openDatabase } from '~/provider/db/index.ts'
import { embedWaiting, queueEmbedding } from '~/provider/search/embed-waiting.ts'
import { indexFile } from '~/provider/search/index-file.ts'
import { searchPassages } from '~/provider/search/search-passages.ts'
import { openVectors } from '~/provider/search/vectors.ts'
import { seedFile, seedOrganization, type SeededOrganization } from './harness/callers.ts'
import { VectorizeDouble } from './harness/vectorize-double.ts'

let index: VectorizeDouble
let hybrid: Env
let organization: SeededOrganization
let other: SeededOrganization

beforeEach(async () => {
  index = new VectorizeDouble(['group_id', 'file_id', 'generated'])
  const VECTORIZE = index as unknown as Vectorize
  const EMBEDDING_BASE_URL = env.TEST_EMBEDDINGS_URL
  hybrid = { ...env, VECTORIZE, EMBEDDING_BASE_URL, EMBEDDING_API_KEY: 'embedding-key', EMBEDDING_MODEL: 'few-words' }
  await env.DB.batch(['DELETE FROM files', 'DELETE FROM library_shards'].map((sql) => env.DB.prepare(sql)))
  organization = await seedOrganization('Ours', [{ email: `a@${crypto.randomUUID()}.example` }])
  other = await seedOrganization('Theirs', [{ email: `b@${crypto.randomUUID()}.example` }])
})

async function add(name: string, text: string, { id: organizationId, groupId } = organization): Promise<number> {
  const id = await seedFile({ organizationId, groupId, name })
  await indexFile(env, { id, group_id: groupId, name }, [{ page: 1, text }])
  return id
}

/** Shards some of whose passages may have no vector. */
const changedShards = async () =>
  (await env.DB.prepare('SELECT count(*) AS n FROM library_shards WHERE changes > embedded_changes').first<{
    n: number
  }>())!.n

const search = async (
  text: string,
  { groupIds = [organization.groupId], fileIds }: { groupIds?: number[]; fileIds?: number[] } = {},
) => {
  const vectors = openVectors(hybrid)
  const signal = new AbortController().signal
  const place = { library: env, vectors, organizationId: organization.id, groupIds, fileIds, signal }
  return (await searchPassages(place, [text], 10)).map(({ file_name }) => file_name)
}

describe('where there are vectors', () => {
  test('what means alike is found, and what has the words as well comes first', async () => {
    await add('kennel.txt', 'Every hound sleeps in the yard.')
    await add('puppies.txt', 'A puppy sleeps in the house.')
    await add('wages.txt', 'Wages are transferred on the 27th.')
    expect(await search('where does my puppy sleep')).toEqual(['puppies.txt', 'kennel.txt'])
    await embedWaiting(hybrid)
    expect((await search('where does my puppy sleep'))[0]).toBe('puppies.txt')
    expect((await search('stipend'))[0]).toBe('wages.txt')
  })

  test('other groups and organisations are not found, nor files that were not asked for', async () => {
    await add('mine.txt', 'A car.')
    const theirs = await add('theirs.txt', 'A car.', other)
    await embedWaiting(hybrid)
    expect(await search('limousine')).toEqual(['mine.txt'])
    expect(await search('limousine', { groupIds: [organization.groupId, other.groupId] })).toEqual(['mine.txt'])
    expect(await search('limousine', { fileIds: [theirs] })).toEqual([])
  })

  test('a vector whose passage has another group by now, or none, finds nothing', async () => {
    const moved = await add('moved.txt', 'A car.')
    await add('gone.txt', 'A car.')
    await embedWaiting(hybrid)
    await env.DB.prepare('UPDATE files SET group_id = ? WHERE id = ?').bind(other.groupId, moved).run()
    await env.DB.prepare("DELETE FROM files WHERE name = 'gone.txt'").run()
    expect(index.vectors.size).toBe(2)
    expect(await search('limousine')).toEqual([])
  })

  test('the vectors of a deleted file go with the next run, and those of a new text replace the old', async () => {
    const id = await add('a.txt', 'A car.')
    await add('b.txt', 'A dog.')
    await embedWaiting(hybrid)
    await embedWaiting(hybrid)
    expect(index.vectors.size).toBe(2)
    const [file] = await openDatabase(env.DB).select().from(files)
    await removeFile(env, openDatabase(env.DB), file!)
    expect(file!.id).toBe(id)
    await embedWaiting(hybrid)
    expect(await search('limousine')).toEqual(['b.txt'])
    expect(index.vectors.size).toBe(1)
  })

  test('more passages than one call takes get their vectors, each once', async () => {
    for (let i = 0; i < 130; i++) await add(`${i}.txt`, `Number ${i}`)
    await embedWaiting(hybrid)
    expect(index.vectors.size).toBe(130)
    expect(await changedShards()).toBe(0)
  })

  test('a model that refuses leaves the passages to the next run, and the search to the words', async () => {
    await add('a.txt', 'This is refused.')
    await expect(embedWaiting(hybrid)).rejects.toThrow('service_http_error')
    expect(await search('refused')).toEqual(['a.txt'])
  })
})

test('without an index or a model there are no vectors, and no jobs for them', async () => {
  expect(openVectors(env)).toBeUndefined()
  expect(openVectors({ ...hybrid, EMBEDDING_MODEL: '' })).toBeUndefined()
  await queueEmbedding({ ...env, JOBS: undefined as never })
})
