import { parseServerSentEvents } from './server-sent.ts'

/** Somebody who calls, under a name of their own. */
export interface Person {
  email: string
  token: string
}

/** What the product said of a call, and what its caller has seen of it. */
export interface Work {
  kind: 'question' | 'upload' | 'parts' | 'keyword' | 'deletion' | 'import' | 'rename'
  /** Of what is made, one of its own. */
  name: string
  person: Person
  /** Whether the product has said that it is done; until then the same call is made again. */
  isDone: boolean
  /** The id that it was told. */
  id?: number
  /** What readers had of an answer when they lost it, each. */
  seen: string[]
  /** How it was refused that should not have been. */
  refused?: string
  /** How often the call was made. */
  calls: number
}

/** Refusals that say: later. */
const later = new Set([
  'invalid_conversation',
  'service_unavailable',
  'unexpected',
  'cannot_upload',
  'wrong_file_status',
])

/** Makes a call, or makes it again under the same key; never rejects. It is done once the product says so. */
export async function perform(work: Work, url: string, signal: AbortSignal): Promise<void> {
  if (work.isDone) return
  work.calls += 1
  try {
    await steps[work.kind](work, async (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${work.person.token}`)
      const response = await fetch(url + path, { ...init, headers, signal })
      if (response.ok) return response
      const body = await response.text()
      throw new Refused(response.status, codeIn(body))
    })
    work.isDone = true
  } catch (error) {
    if (error instanceof Refused && !later.has(error.code) && error.status < 500) {
      work.refused = error.code
      work.isDone = true
    }
  }
}

class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

function codeIn(body: string): string {
  try {
    return (JSON.parse(body) as { code: string }).code
  } catch {
    return 'unexpected'
  }
}

type Call = (path: string, init?: RequestInit) => Promise<Response>

const json = (method: string, body: object, key?: string): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
})

const partText = 'A part of it. '.repeat(5000)

const steps: Record<Work['kind'], (work: Work, call: Call) => Promise<void>> = {
  async question(work, call) {
    const query = `${work.name} script:lines`
    const asked = json('POST', { query, pipeline: 'chat_ai', background: true }, work.name)
    const response = await call('/web/v1/chat', asked)
    let seen = ''
    try {
      for await (const { data } of parseServerSentEvents(response.body!)) {
        // From here on it is the product's, whatever becomes of this reader.
        if ('conversation_id' in data) Object.assign(work, { id: data.conversation_id, isDone: true })
        if ('delta' in data) seen += data.delta
        if ('text' in data) seen = data.text
      }
    } finally {
      work.seen.push(seen)
    }
  },

  async upload(work, call) {
    const form = new FormData()
    form.append('files', new File([`All about ${work.name}. `.repeat(200)], `${work.name}.txt`))
    const response = await call('/v1/files/upload', {
      method: 'POST',
      body: form,
      headers: { 'idempotency-key': work.name },
    })
    const { files, failed } = (await response.json()) as { files: { id: number }[]; failed: { code: string }[] }
    if (failed[0]) throw new Refused(200, failed[0].code)
    work.id = files[0]!.id
  },

  async parts(work, call) {
    const query = `file_name=${work.name}.txt&file_size=${partText.length}`
    const headers = { 'idempotency-key': work.name }
    const reserved = await call(`/v1/files/upload_async?${query}`, { method: 'POST', headers })
    const { url, file } = (await reserved.json()) as { url: string; file: { id: number } }
    if (work.id !== undefined && work.id !== file.id) throw new Refused(409, 'another_file')
    work.id = file.id
    const { pathname, search } = new URL(url)
    try {
      await call(pathname + search, { method: 'PUT', body: partText })
    } catch (error) {
      // Validated by the run whose answer was lost.
      if (!(error instanceof Refused) || error.code !== 'wrong_file_status') throw error
    }
    await call(`/v1/files/${file.id}/validate_upload_async`)
  },

  async keyword(work, call) {
    const response = await call('/v1/blocked-keywords', json('POST', { keyword: work.name }, work.name))
    work.id = ((await response.json()) as { id: number }).id
  },

  async deletion(work, call) {
    try {
      await call(`/v1/blocked-keywords/${work.id}`, { method: 'DELETE' })
    } catch (error) {
      const isGone = error instanceof Refused && error.code === 'does_not_exist' && work.calls > 1
      if (!isGone) throw error
    }
  },

  async import(work, call) {
    const people = invitedBy(work.name).map((email) => ({ email, role: 'user' }))
    await call('/web/v1/users/import', json('POST', people))
  },

  async rename(work, call) {
    await call(`/v1/conversations/${work.id}`, json('PUT', { title: work.name }))
  },
}

/** Whom an import invites. */
export const invitedBy = (name: string) => [1, 2, 3, 4, 5].map((number) => `${name}-${number}@example.com`)
