import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

/** What a site answers to a path. */
export interface SiteReply {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** A body that is no text. */
  base64?: string
  gzip?: boolean
  /** Sends the body again and again, or the headers and then nothing. */
  ends?: 'never' | 'stalls'
}

/** The sites by path with its query; `*` at a path's end stands for anything, and `{next}` in its body for the next number. */
export type SitePages = Record<string, SiteReply>

export interface SiteRequest {
  path: string
  headers: Record<string, string>
  /** Milliseconds. */
  at: number
}

/**
 * A real HTTP server with any number of sites on it. Which one is meant is said by the header `x-site`, else by `Host`.
 * A test gives a site's pages (`PUT /_/sites/{host}`) and reads what was asked of it (`GET /_/sites/{host}`). A page with
 * an `etag` or a `last-modified` answers 304 to who has it. It also resolves names as DNS over HTTPS does (`/_/dns-query`):
 * to a public address, or what a test gave (`PUT /_/names/{name}`).
 */
export async function startSitesServer(): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  const sites = new Map<string, { pages: SitePages; requests: SiteRequest[] }>()
  const names = new Map<string, Record<string, string[]>>()

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, 'http://sites')
    const [, area, kind, name = ''] = url.pathname.split('/')
    if (area === '_' && kind === 'dns-query') return resolve(url.searchParams, response)
    if (area === '_' && kind === 'names') {
      names.set(name, (await json(request)) as Record<string, string[]>)
      return response.end()
    }
    if (area === '_' && kind === 'sites') {
      if (request.method === 'GET') return response.end(JSON.stringify(sites.get(name)?.requests ?? []))
      sites.set(name, { pages: (await json(request)) as SitePages, requests: [] })
      return response.end()
    }
    serve(request, response)
  }

  function serve(request: IncomingMessage, response: ServerResponse) {
    const path = request.url!
    const site = sites.get(String(request.headers['x-site'] ?? request.headers.host))
    site?.requests.push({ path, headers: request.headers as Record<string, string>, at: Date.now() })
    const pattern = Object.keys(site?.pages ?? {}).find((key) => key.endsWith('*') && path.startsWith(key.slice(0, -1)))
    const reply = site?.pages[path] ?? (pattern === undefined ? undefined : site?.pages[pattern])
    if (!reply) return response.writeHead(404).end()

    const { status = 200, body = '', base64, gzip, ends } = reply
    const headers = { 'content-type': 'text/html; charset=utf-8', ...reply.headers }
    const has = (header: string, validator: string) =>
      request.headers[header] !== undefined && request.headers[header] === reply.headers?.[validator]
    if (has('if-none-match', 'etag') || has('if-modified-since', 'last-modified')) {
      return response.writeHead(304).end()
    }
    response.writeHead(status, headers)
    const next = String(Number(/(\d+)\D*$/.exec(path)?.[1] ?? 0) + 1)
    const text = base64 === undefined ? Buffer.from(body.replaceAll('{next}', next)) : Buffer.from(base64, 'base64')
    const bytes = gzip ? gzipSync(text) : text
    if (ends === undefined) return response.end(bytes)
    response.flushHeaders()
    if (ends === 'never') repeat(response, bytes)
  }

  function resolve(query: URLSearchParams, response: ServerResponse) {
    const type = query.get('type')!
    const found = names.get(query.get('name')!) ?? { A: ['93.184.215.14'] }
    const number = { A: 1, AAAA: 28 }[type]
    response.writeHead(200, { 'content-type': 'application/dns-json' })
    response.end(JSON.stringify({ Status: 0, Answer: (found[type] ?? []).map((data) => ({ type: number, data })) }))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  // A connection that is closed while it waits loses the request that is just being sent on it.
  server.keepAliveTimeout = 600_000
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${port}`, port, close }
}

/** Sends as fast as it is read, until the reader has enough. */
function repeat(response: ServerResponse, bytes: Buffer) {
  const chunk = Buffer.concat(Array.from({ length: 64 }, () => bytes))
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}
