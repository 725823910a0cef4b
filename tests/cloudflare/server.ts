import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Account, deploy, newWorker, Refused } from './account.ts'
import type { Sql } from './d1.ts'
import { routesOf } from './routes.ts'

/** The account that whoever signs in reaches, with this token. */
export const account = { id: '0123456789abcdef0123456789abcdef', name: 'Example Inc.' }
export const apiToken = 'the token of the tests'

/** A call, as the platform got it. */
export interface Call {
  method: string
  /** Behind the account. */
  path: string
  body: unknown
}

/**
 * Cloudflare's API as far as a deployment calls it, with what it makes in memory; D1's statements are run by SQLite. What is called and not
 * here is answered with 501.
 */
export class CloudflareServer {
  readonly calls: Call[] = []
  readonly state: Account = {
    databases: new Map(),
    buckets: new Map(),
    queues: new Map(),
    indexes: new Map(),
    workers: new Map(),
  }
  /** Answers a call before the platform does. */
  refuse: (call: Call) => { status: number; code: number; message: string } | undefined = () => undefined
  /** What `/healthz` says of the front but its version. */
  health: { status: string; checks: Record<string, { ok: boolean; code?: string }> } = { status: 'ok', checks: {} }
  url = ''

  async start(): Promise<this> {
    const server = createServer((incoming, outgoing) => {
      void (async () => {
        const request = new Request(new URL(incoming.url!, 'http://cloudflare'), {
          method: incoming.method,
          headers: incoming.headers as Record<string, string>,
          body: ['GET', 'HEAD'].includes(incoming.method!) ? undefined : await buffer(incoming),
        })
        const response = await this.#answer(request)
        outgoing.writeHead(response.status, { 'content-type': 'application/json' }).end(await response.text())
      })()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    server.unref()
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return this
  }

  /** The calls that change something; reading a database is a POST as well. */
  get changes(): Call[] {
    return this.calls.filter(
      ({ method, path, body }) =>
        method !== 'GET' && !(path.endsWith('/query') && (body as Partial<Sql>).sql?.startsWith('SELECT ')),
    )
  }

  /** Deploys a version of a Worker that has no code. */
  deploy(name: string, version: { annotations: Record<string, string>; migrationTag: string }): void {
    const { workers } = this.state
    const worker = workers.get(name) ?? newWorker()
    workers.set(name, worker)
    const { annotations, migrationTag: migration_tag } = version
    const [id, number] = [randomUUID(), worker.versions.length + 1]
    worker.versions.push({ id, number, annotations, bindings: [], resources: { script_runtime: { migration_tag } } })
    deploy(workers, name, [{ version_id: id, percentage: 100 }])
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/healthz') return this.#healthOfLatest()
    if (request.headers.get('authorization') !== `Bearer ${apiToken}`)
      return failure({ status: 401, code: 10000, message: 'Authentication error' })
    if (pathname === '/accounts') return success([account])

    const path = pathname.replace(`/accounts/${account.id}/`, '')
    const body = await bodyOf(request)
    const call = { method: request.method, path, body }
    this.calls.push(call)
    const refusal = this.refuse(call)
    if (refusal) return failure(refusal)
    for (const [route, handle] of routesOf(this.state)) {
      const [method, pattern] = route.split(' ') as [string, string]
      const words = new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`).exec(path)
      if (method !== request.method || !words) continue
      const result = handle(words.slice(1), { body: body as never, query: searchParams })
      return result instanceof Refused ? failure(result) : success(result)
    }
    return failure({ status: 501, code: 1, message: `${call.method} ${path} is not played` })
  }

  /** Every address leads here: to the front that was deployed last. */
  #healthOfLatest(): Response {
    const [latest] = [...this.state.workers]
      .flatMap(([name, { deployments }]) => (name.startsWith('recursive-agent-platform') ? deployments : []))
      .toSorted((one, other) => other.created_on.localeCompare(one.created_on))
    if (!latest) return new Response('', { status: 404 })
    return Response.json({ ...this.health, version: latest.versions[0]!.version_id })
  }
}

const success = (result: unknown) =>
  Response.json({ success: true, errors: [], messages: [], result: result ?? null, ...pagesOf(result) })

const pagesOf = (result: unknown) =>
  Array.isArray(result)
    ? { result_info: { page: 1, per_page: 1000, total_pages: 1, count: result.length, total_count: result.length } }
    : {}

const failure = ({ status, code, message }: { status: number; code: number; message: string }) =>
  Response.json({ success: false, errors: [{ code, message }], messages: [], result: null }, { status })

/** JSON, or what an upload of a Worker says of it. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/')) {
    const form = await request.formData()
    return JSON.parse(await textOf(form.get('metadata')))
  }
  const text = await request.text()
  return text ? JSON.parse(text) : undefined
}

const textOf = (part: unknown): Promise<string> => (part instanceof Blob ? part.text() : Promise.resolve(String(part)))
