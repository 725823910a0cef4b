import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { openEmbeddingModel } from '~/provider/models/embeddings.ts'
import { openReranker } from '~/provider/models/reranker.ts'
import { openTranscription } from '~/provider/models/transcription.ts'

const address = 'https://models.example/v1'
const { signal } = new AbortController()

const asked = {
  embeddings: () =>
    openEmbeddingModel({ ...env, EMBEDDING_MODEL: 'e', EMBEDDING_BASE_URL: address })!.embed(['Lamps'], signal),
  reranker: () =>
    openReranker({ ...env, RERANK_MODEL: 'r', RERANK_BASE_URL: address })!.rerank('Lamps?', ['a'], signal),
  transcription: () =>
    openTranscription({ ...env, TRANSCRIPTION_MODEL: 't', TRANSCRIPTION_BASE_URL: address })!(new File(['a'], 'a.mp3')),
}
const services = Object.entries(asked)

afterEach(() => vi.restoreAllMocks())

const answering = (body: () => BodyInit) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      Promise.resolve(new Response(body(), { headers: { 'content-type': 'application/json' } })),
    )

test.each(services)('an answer for %s that does not end is read no further than a bound', async (_name, ask) => {
  const chunk = new Uint8Array(1024 * 1024).fill(' '.charCodeAt(0))
  const sent: number[] = []
  let closed = 0
  answering(() => {
    let chunks = 0
    return new ReadableStream({
      pull: (controller) => {
        sent.push(++chunks)
        controller.enqueue(chunk)
      },
      cancel: () => void closed++,
    })
  })
  await expect(ask()).rejects.toMatchObject({ code: 'service_http_error' })
  expect(Math.max(...sent)).toBeLessThan(20)
  expect(closed).toBeGreaterThan(0)
})

test.each(services)('an answer for %s that is no JSON, or half of one, is not understood', async (_name, ask) => {
  for (const body of ['<p>', '{"data":[{"ind', 'null', '[]', '{"data":"'.repeat(1000)]) {
    answering(() => body)
    await expect(ask()).rejects.toMatchObject({ code: 'service_http_error' })
  }
})
