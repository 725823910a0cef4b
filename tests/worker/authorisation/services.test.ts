import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { findSources } from '~/provider/agents/sources.ts'
import type { AgentTask } from '~/provider/agents/agent.ts'
import { openReranker } from '~/provider/models/reranker.ts'
import { embedWaiting } from '~/provider/search/embed-waiting.ts'
import { openVectors } from '~/provider/search/vectors.ts'
import { pngOf } from '../../pictures.ts'
import type { Caller } from '../harness/callers.ts'
import { deliver, uploaded } from '../harness/files.ts'
import { VectorizeDouble } from '../harness/vectorize-double.ts'
import { seedActors } from './actors.ts'
import { places, seedWorld, wordOf } from './objects.ts'

/** What services beside the chat models are sent: embeddings, reranker, vision, transcription. */
const { ours, standing } = await seedWorld(await seedActors())
const services = {
  ...env,
  VECTORIZE: new VectorizeDouble(['group_id', 'file_id', 'generated']) as unknown as Vectorize,
  EMBEDDING_BASE_URL: env.TEST_EMBEDDINGS_URL,
  EMBEDDING_API_KEY: 'embedding-key',
  EMBEDDING_MODEL: 'few-words',
  RERANK_BASE_URL: env.OPENAI_BASE_URL,
  RERANK_API_KEY: 'key-of-the-tests',
  RERANK_MODEL: 'judge',
}

afterEach(() => vi.restoreAllMocks())

/** Paths and bodies of all that leaves from here on. */
function sentFromNow(): { path: string; body: string }[] {
  const sent: { path: string; body: string }[] = []
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { body, url, headers } = new Request(input, init)
    const told = [...headers].filter(([name]) => name !== 'authorization').map((header) => header.join(': '))
    sent.push({ path: new URL(url).pathname, body: [...told, body ? await new Response(body).text() : ''].join('\n') })
    return real(input, init)
  })
  return sent
}

/** Who the members and organisations are, which no service is told. */
const identities = /@(?:ours|theirs)\.test|ours\.test|theirs\.test|Bearer/
const foreignTo = (place: string) => places.filter((each) => ![place, 'organization', 'missing'].includes(each))

const groupsOf = async (caller: Caller) =>
  Object.values((await (await caller('/web/v1/users/me')).json<{ groups: { id: number }[] }>()).groups).map(
    ({ id }) => id,
  )

test('the embedding model is sent passages alone, and of a question the question; the reranker what the asker may read', async () => {
  const sent = sentFromNow()
  await embedWaiting(services)
  expect(sent.map(({ path }) => path)).toEqual(sent.map(() => '/v1/embeddings'))
  const passages = sent.flatMap(({ body }) => JSON.parse(body.slice(body.indexOf('{'))).input as string[])
  expect(passages).toEqual(expect.arrayContaining([expect.stringContaining(`plan is ${wordOf('user')}`)]))
  expect(passages.filter((text) => text.includes(wordOf('deleted')))).toEqual([])
  expect(sent.filter(({ body }) => identities.test(body))).toEqual([])

  sent.length = 0
  const question = 'What is the code word of the plan?'
  await findSources({
    db: env.DB,
    library: services,
    organizationId: ours.organization.id,
    groupIds: await groupsOf(ours.user),
    fileIds: [],
    question,
    vectors: openVectors(services),
    reranker: openReranker(services),
    signal: new AbortController().signal,
  } as unknown as AgentTask)
  expect(sent.map(({ path }) => path)).toEqual(['/v1/embeddings', '/v1/rerank'])
  const [embedding, reranking] = sent.map(({ body }) => body)
  expect(JSON.parse(embedding!.slice(embedding!.indexOf('{')))).toEqual({ model: 'few-words', input: [question] })
  for (const place of ['user', 'organization'] as const) expect(reranking).toContain(`plan is ${wordOf(place)}`)
  expect(foreignTo('user').filter((place) => reranking!.includes(wordOf(place)))).toEqual([])
  expect(reranking).not.toMatch(identities)
})

test.each([
  ['vision', { VISION_MODEL: 'small' }, `${wordOf('peer')}.png`, '/v1/chat/completions'],
  ['transcription', { TRANSCRIPTION_MODEL: 'whisper' }, `${wordOf('peer')}.mp3`, '/v1/audio/transcriptions'],
] as const)(
  'the service for %s is sent the bytes of one file, and not what it is called or whose it is',
  async (kind, variables, name, path) => {
    const bytes = kind === 'vision' ? pngOf(60, 60) : new TextEncoder().encode(`ID3\u0003\0\0${wordOf('user')}`)
    const { id } = await uploaded(
      ours.peer,
      new File([new Uint8Array(bytes)], name),
      `?group_id=${standing.group.peer}`,
    )
    const sent = sentFromNow()
    await deliver({ kind: 'process_file', file_id: id }, { variables })
    expect(sent.map((each) => each.path)).toEqual([path])
    const content = kind === 'vision' ? Buffer.from(bytes).toString('base64') : wordOf('user')
    expect(sent[0]!.body).toContain(content)
    const others = places.filter((place) => place !== 'missing' && !content.includes(wordOf(place)))
    expect(others.filter((place) => sent[0]!.body.includes(wordOf(place)))).toEqual([])
    expect(sent[0]!.body).not.toMatch(identities)
  },
)
