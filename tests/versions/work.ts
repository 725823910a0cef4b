import assert from 'node:assert/strict'
import type { Product } from '../bench/product.ts'

/** Milliseconds until an answer has hung. */
const patience = 60_000

/** Calls of the API as somebody who is signed in. */
type Call = (method: string, path: string, body?: object) => Promise<Response>

const callsOf =
  (url: string, token: string): Call =>
  (method, path, body) => {
    const authorization = `Bearer ${token}`
    const signal = AbortSignal.timeout(patience)
    if (!body || body instanceof FormData)
      return fetch(url + path, { method, headers: { authorization }, body, signal })
    const headers = { authorization, 'content-type': 'application/json' }
    return fetch(url + path, { method, headers, body: JSON.stringify(body), signal })
  }

/** A Worker, as far as types of another version of the platform do not tell. */
interface Consumer {
  queue: (name: string, messages: object[]) => Promise<unknown>
}

interface Entry {
  content: { response?: string; status?: string; file_references?: { file_id: number }[] }
}

/** What members and admins do, from an upload to the list of audits; of each word once. @throws where any of it fails */
export async function work({ url, miniflare }: Product, token: string, word: string): Promise<void> {
  const call = callsOf(url, token)
  const deliver = async (body: object) => {
    const worker = (await miniflare.getWorker()) as unknown as Consumer
    await worker.queue('app-jobs', [{ id: word, timestamp: new Date(), attempts: 1, body }])
  }

  async function json<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await call(method, path, body)
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path} answers ${response.status}: ${text}`)
    return (text ? JSON.parse(text) : undefined) as T
  }

  const form = new FormData()
  form.append('files', new File([`The ${word} waits at the weir.`], `${word}.txt`))
  const { files } = await json<{ files: { id: number }[] }>('POST', '/v1/files/upload', form)
  const [file] = files
  await deliver({ kind: 'process_file', file_id: file!.id })
  assert.equal((await json<{ status: string }>('GET', `/v1/files/${file!.id}`)).status, 'done')

  const stream = await call('POST', '/web/v1/chat', { query: `What does the ${word} do?`, pipeline: 'search_ai' })
  const events = await stream.text()
  assert.ok(stream.ok && /^event: done$/m.test(events), `the answer does not end: ${events}`)
  const conversation = Number(/"conversation_id":(\d+)/.exec(events)![1])
  const { data } = await json<{ data: Entry[] }>('GET', `/v1/conversations/${conversation}/entries`)
  const answer = data.find(({ content }) => content.response !== undefined)!.content
  assert.deepEqual([answer.status, answer.file_references?.[0]?.file_id], ['done', file!.id])

  await json('PUT', `/v1/conversations/${conversation}`, { favorite: true })
  await json('POST', '/v1/blocked-keywords', { keyword: `no ${word}` })
  await json('POST', '/v1/users', { email: `${word}@example.com` })
  await json('DELETE', `/v1/files/${file!.id}`)
  for (const list of ['/web/v1/conversations', '/web/v1/users', '/v1/audits', '/web/v1/files']) await json('GET', list)
}

/** Reads what {@link work} left of a word. */
export async function find({ url }: Product, token: string, word: string): Promise<void> {
  const found = await (await callsOf(url, token)('GET', `/web/v1/conversations/search?q=${word}`)).json()
  assert.ok(JSON.stringify(found).includes(word), `${word} is not found`)
}
