import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** How a page's HTML ends before its end: the connection breaks, or closes as if that was all. */
export const endings = ['broken', 'closed'] as const
export type Ending = (typeof endings)[number]

/** Says which page is to be cut, after how many bytes and how: `{name} {bytes} {ending}`. */
export const cutHeader = 'x-cut'

/**
 * Milliseconds from the last bytes until a connection breaks. Where both come together, Chromium throws away what it has not yet read,
 * which may be the whole page: nothing of ours has run there then.
 */
const silence = 1000

/**
 * Stands before a product and cuts the HTML of the pages that ask for it by {@link cutHeader}, each name once: its next request is whole.
 * @returns its address
 */
export async function startCuttingProxy(product: string, cleanup: AsyncDisposableStack): Promise<string> {
  const seen = new Set<string>()
  const server = createServer((incoming, outgoing) => {
    // A packed page could be cut between its blocks alone.
    const { [cutHeader]: cut, 'accept-encoding': _, ...headers } = incoming.headers
    const call = request(product + incoming.url, { method: incoming.method, headers }, (response) => {
      const isPage = response.headers['content-type']?.startsWith('text/html') === true
      if (typeof cut !== 'string' || !isPage || seen.has(cut)) return void pass(response, outgoing)
      seen.add(cut)
      const [, bytes, ending] = cut.split(' ')
      void sendCut(response, outgoing, Number(bytes), ending as Ending)
    })
    call.on('error', () => outgoing.destroy())
    outgoing.on('close', () => call.destroy())
    incoming.pipe(call)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanup.defer(() => void server.close().closeAllConnections())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

function pass(response: IncomingMessage, outgoing: ServerResponse) {
  outgoing.writeHead(response.statusCode!, response.rawHeaders)
  response.pipe(outgoing)
}

async function sendCut(response: IncomingMessage, outgoing: ServerResponse, bytes: number, ending: Ending) {
  const body = (await buffer(response)).subarray(0, bytes)
  outgoing.writeHead(response.statusCode!, response.rawHeaders)
  outgoing.flushHeaders()
  if (ending === 'closed') outgoing.end(body)
  else outgoing.write(body, () => setTimeout(() => outgoing.destroy(), silence))
}
