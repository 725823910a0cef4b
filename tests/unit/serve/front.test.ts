import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openFront } from '../../../scripts/serve/front.ts'

const portOf = (server: Server) => (server.address() as AddressInfo).port

let asked: { url: string | undefined; headers: IncomingHttpHeaders }[]
let url: string
let port: number

beforeEach(async () => {
  asked = []
  const worker = createServer(async (incoming, outgoing) => {
    asked.push({ url: incoming.url, headers: incoming.headers })
    outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': ['a=1', 'b=2'] })
    if (incoming.url !== '/stream') return outgoing.end('from the Worker')
    outgoing.write('first')
    await once(incoming.socket, 'close')
    asked.push({ url: 'left', headers: {} })
  })
  await new Promise<void>((resolve) => worker.listen(0, '127.0.0.1', resolve))
  const front = await openFront({
    host: '127.0.0.1',
    port: 0,
    publicUrl: new URL('https://chat.example.com'),
    upstreamPort: portOf(worker),
    handlers: { '/own/': (_incoming, outgoing, path) => outgoing.end(`own ${path}`) },
  })
  onTestFinished(() => {
    for (const server of [front, worker]) {
      server.close()
      server.closeAllConnections()
    }
  })
  port = portOf(front)
  url = `http://127.0.0.1:${port}`
})

/** Sends a path exactly as it is written, which `fetch` would tidy up. */
async function statusOf(path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  return (await text(socket)).slice(9, 12)
}

test('the Worker is told the public host and no header that the tools around it trust', async () => {
  const headers = { 'mf-original-url': 'http://x/', 'cf-connecting-ip': '1.2.3.4', 'x-forwarded-for': '5.6.7.8' }
  const response = await fetch(`${url}/chat?q=1`, { headers })
  expect(await response.text()).toBe('from the Worker')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(asked[0]).toMatchObject({
    url: '/chat?q=1',
    headers: { host: 'chat.example.com', 'x-forwarded-for': '5.6.7.8' },
  })
  expect(Object.keys(asked[0]!.headers).filter((name) => /^(mf|cf)-/.test(name))).toEqual([])
})

test.each([
  '/cdn-cgi/handler/scheduled',
  '/x/../cdn-cgi/local/explorer',
  '/%2e%2e/cdn-cgi/handler/scheduled',
  '/\\cdn-cgi/../cdn-cgi/local',
  'http://other.example/cdn-cgi/handler/scheduled',
  '/__scheduled',
])('nobody outside reaches the tools of workerd by %s', async (path) => {
  expect(await statusOf(path)).toBe('404')
  expect(asked).toEqual([])
})

test('paths of others are answered by them, however they are written', async () => {
  expect(await (await fetch(`${url}/own/a?b`)).text()).toBe('own /own/a')
  expect(await statusOf('/x/../own/a')).toBe('200')
  expect(asked).toEqual([])
})

test('a stream comes as it is written, and the Worker hears when its reader leaves', async () => {
  const leave = new AbortController()
  const response = await fetch(`${url}/stream`, { signal: leave.signal })
  const { value } = await response.body!.getReader().read()
  expect(String(Buffer.from(value!))).toBe('first')
  leave.abort()
  await expect.poll(() => asked.at(-1)?.url).toBe('left')
})
