import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { fetchDocument } from '~/provider/webpages/fetch-document.ts'
import { crawledAddress } from '~/provider/webpages/crawl-proxy.ts'
import { startCrawlProxy } from '../../../scripts/local/crawl-proxy.ts'

/** What listens on this machine alone: it says what it was asked, and answers the crawler's resolver with a public address. */
let inside: Server
let asked: string[] = []

beforeAll(async () => {
  inside = createServer((request, response) => {
    const url = new URL(request.url!, 'http://inside')
    if (url.pathname === '/dns-query') {
      const type = url.searchParams.get('type')
      return response.end(JSON.stringify({ Answer: type === 'A' ? [{ type: 1, data: '93.184.215.14' }] : [] }))
    }
    asked.push(`${request.method} ${request.headers.host}${request.url} ${request.headers['user-agent']}`)
    if (url.pathname === '/away') return response.writeHead(302, { location: 'http://127.0.0.1/secret' }).end()
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipSync('<p>a page</p>'))
  }).listen(0, '127.0.0.1')
  await once(inside, 'listening')
})
beforeEach(() => void (asked = []))
afterAll(() => inside.close())

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** A resolver of a name that is of this machine. */
const toLoopback: LookupFunction = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])

async function proxy(options?: Parameters<typeof startCrawlProxy>[1]): Promise<string> {
  const cleanup = new AsyncDisposableStack()
  onTestFinished(() => cleanup.disposeAsync())
  return startCrawlProxy(cleanup, options)
}

const ask = (proxyUrl: string, address: string, init: RequestInit = {}) =>
  fetch(proxyUrl, { redirect: 'manual', ...init, headers: { 'user-agent': 'crawler', [crawledAddress]: address } })

test('a name that is public when the crawler looks and of this machine a moment later is not connected to', async () => {
  const lookedUp: string[] = []
  const lookup: LookupFunction = (name, options, callback) => {
    lookedUp.push(name)
    toLoopback(name, options, callback)
  }
  const settings = {
    allowedHosts: new Set<string>(),
    proxyUrl: await proxy({ lookup }),
    resolverUrl: `http://127.0.0.1:${portOf(inside)}/dns-query`,
    recrawlHours: 24,
  }
  for (const address of ['http://rebinding.example/', 'https://rebinding.example/'])
    await expect(fetchDocument(address, { settings, pause: 0 })).rejects.toMatchObject({ reason: 'unreachable' })
  expect(lookedUp).toEqual(['rebinding.example', 'rebinding.example'])
  expect(asked).toEqual([])
})

test('a name with one address inside among public ones is not connected to, nor an address inside in any spelling', async () => {
  const among: LookupFunction = (_name, _options, callback) =>
    callback(
      null,
      ['93.184.215.14', '127.0.0.1'].map((address) => ({ address, family: 4 })),
    )
  const port = portOf(inside)
  await expect(ask(await proxy({ lookup: among }), `http://mixed.example:${port}/`)).rejects.toThrow()
  const proxyUrl = await proxy()
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])
    await expect(ask(proxyUrl, `http://${host}:${port}/`)).rejects.toThrow()
  for (const address of ['file:///etc/passwd', 'not an address']) await expect(ask(proxyUrl, address)).rejects.toThrow()
  expect(asked).toEqual([])
})

test('what may be connected to is asked by its own name, and its answer comes as it is', async () => {
  const proxyUrl = await proxy({ lookup: toLoopback, mayConnect: () => true })
  const host = `site.example:${portOf(inside)}`
  const page = await ask(proxyUrl, `http://${host}/page?q=1`)
  expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
    200,
    'text/html',
    '<p>a page</p>',
  ])
  const away = await ask(proxyUrl, `http://${host}/away`)
  expect([away.status, away.headers.get('location')]).toEqual([302, 'http://127.0.0.1/secret'])
  expect(asked).toEqual([`GET ${host}/page?q=1 crawler`, `GET ${host}/away crawler`])
})

test('nobody who does not know its secret is served, and nothing but a GET', async () => {
  const proxyUrl = await proxy({ lookup: toLoopback, mayConnect: () => true })
  const target = `http://site.example:${portOf(inside)}/`
  await expect(ask(new URL('/', proxyUrl).href, target)).rejects.toThrow()
  await expect(ask(proxyUrl, target, { method: 'POST', body: 'text' })).rejects.toThrow()
  expect(asked).toEqual([])
})
