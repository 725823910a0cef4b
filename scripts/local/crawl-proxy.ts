import { randomUUID } from 'node:crypto'
import { lookup as systemLookup } from 'node:dns'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { request as requestSafely } from 'node:https'
import { type AddressInfo, isIP, type LookupFunction } from 'node:net'
import { crawledAddress } from '../../app/provider/webpages/crawl-proxy.ts'
import { isGlobalAddress } from '../../app/provider/webpages/global-address.ts'
import { passedOn } from './passed-on.ts'
import { listen } from './ports.ts'

interface CrawlProxyOptions {
  /** How names are resolved: by the system's resolver where nothing is said. */
  lookup?: LookupFunction
  /** Which addresses may be connected to: those of the public internet where nothing is said. */
  mayConnect?: (address: string) => boolean
}

/**
 * Starts the proxy through which the crawler reaches the web where it shares a machine with others. On the platform a Worker has no
 * private network; here it has the loopback. A name may resolve to a public address when the crawler looks, and to another a moment
 * later: this connects to no address but the one that it looked at.
 * @param cleanup receives what stops it
 * @returns its address for `CRAWL_PROXY`, which ends in a secret
 */
export async function startCrawlProxy(cleanup: AsyncDisposableStack, options: CrawlProxyOptions = {}): Promise<string> {
  const path = `/${randomUUID()}`
  const lookup = lookupAmong(options)
  const server = createServer((incoming, outgoing) => {
    const target = URL.parse(String(incoming.headers[crawledAddress]))
    const known = incoming.url === path && incoming.method === 'GET'
    if (!known || !target || !mayReach(target, options)) return void outgoing.destroy()
    forward(target, incoming, outgoing, lookup)
  })
  await listen(server, 0)
  cleanup.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}

/** Whatever fails closes the connection: the crawler takes that for a host that cannot be reached. */
function forward(target: URL, incoming: IncomingMessage, outgoing: ServerResponse, lookup: LookupFunction) {
  const headers = passedOn(incoming.headers, (name) => name === 'host' || name === crawledAddress)
  const send = target.protocol === 'https:' ? requestSafely : request
  const upstream = send(target, { headers, lookup, agent: false })
  upstream.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode!, passedOn(answer.headers))
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  upstream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => upstream.destroy())
  upstream.end()
}

/** Names are looked at when they are resolved; what is an address already never is. */
function mayReach({ protocol, hostname }: URL, { mayConnect = isGlobalAddress }: CrawlProxyOptions): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return /^https?:$/.test(protocol) && (isIP(host) === 0 || mayConnect(host))
}

/** Resolves a name once, for the check and the connection. */
function lookupAmong({ lookup = systemLookup, mayConnect = isGlobalAddress }: CrawlProxyOptions): LookupFunction {
  return (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : []
      if (error ?? !addresses.every(({ address }) => mayConnect(address)))
        return callback(error ?? new Error(`${name} is not of the public internet`), [])
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
}
