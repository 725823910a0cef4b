import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { passedOn } from '../local/passed-on.ts'
import { listen } from '../local/ports.ts'

/** Answers calls of some paths itself, instead of the Worker. */
export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => void

export interface FrontOptions {
  host: string
  port: number
  /** Where people reach it: the Worker is told no other host. */
  publicUrl: URL
  /** Where the Worker listens, on 127.0.0.1. */
  upstreamPort: number
  /** By the beginning of a path. */
  handlers: Record<string, Handler>
}

/** What Wrangler and workerd keep for who develops: their tools, and paths of their own. */
const notForPeople = /^\/(cdn-cgi|__)/
/** Headers that Wrangler, workerd and Cloudflare set for each other. */
const notFromPeople = /^(mf|cf)-/

/**
 * The one door of a server: everything that comes is for the Worker, but for what others answer, and for what nobody outside may
 * ask. Bodies stream through in both directions; whoever leaves ends the call.
 */
export async function openFront(options: FrontOptions): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const url = URL.parse(incoming.url ?? '', options.publicUrl)
    if (!url || notForPeople.test(url.pathname)) return end(outgoing, 404)
    const own = Object.entries(options.handlers).find(([prefix]) => url.pathname.startsWith(prefix))
    if (own) own[1](incoming, outgoing, url.pathname)
    else forward(incoming, outgoing, url.pathname + url.search, options)
  })
  // An upload may take as long as it takes.
  server.requestTimeout = 0
  // A proxy keeps connections for two minutes or less: one that we close meanwhile might lose the request that it is sending.
  server.keepAliveTimeout = 180_000
  await listen(server, options.port, options.host)
  return server
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  path: string,
  { publicUrl, upstreamPort }: FrontOptions,
) {
  const upstream = request({
    host: '127.0.0.1',
    port: upstreamPort,
    agent: false,
    method: incoming.method,
    path,
    headers: { ...passedOn(incoming.headers, (name) => notFromPeople.test(name)), host: publicUrl.host },
  })
  upstream.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, passedOn(answer.headers))
    // A first byte that comes later than its head must not wait for it.
    outgoing.flushHeaders()
    answer.on('error', (error) => outgoing.destroy(error))
    answer.pipe(outgoing)
  })
  upstream.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy(error)
    else end(outgoing, 502)
  })
  outgoing.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
}

function end(outgoing: ServerResponse, status: number) {
  outgoing.writeHead(status, { 'cache-control': 'no-store' })
  outgoing.end()
}
