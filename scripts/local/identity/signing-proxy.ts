import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { passedOn } from '../passed-on.ts'
import { listen } from '../ports.ts'
import { signTokensOf } from './id-tokens.ts'
import type { SigningKey } from './signing-key.ts'

export interface ProxyOptions {
  /** Where the browser and the Worker find the proxy, on 127.0.0.1; 0 takes a free port. */
  port: number
  /** Where the emulator listens, on 127.0.0.1. */
  upstreamPort: number
  key: SigningKey
  /** Called after every call that may have changed an account. */
  onChange?: () => void
}

/** Headers that belong to a body that is rewritten. */
const bodyHeaders = ['content-length', 'etag']

/**
 * Stands before the Firebase Auth emulator, whose tokens are unsigned, and signs the ID tokens of its answers, so that
 * the Worker verifies local tokens exactly as it verifies Google's. Serves the public key at `/jwks`; everything else
 * goes through as it is. The emulator reads the signed tokens that come back to it.
 */
export async function startSigningProxy(options: ProxyOptions): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/jwks') answerKeys(outgoing, options.key)
    else forward(incoming, outgoing, options)
  })
  await listen(server, options.port)
  return server
}

function answerKeys(outgoing: ServerResponse, key: SigningKey) {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' })
  outgoing.end(JSON.stringify(key.jwks))
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, options: ProxyOptions) {
  const upstream = request({
    host: '127.0.0.1',
    port: options.upstreamPort,
    agent: false,
    method: incoming.method,
    path: incoming.url,
    // The host stays the proxy's: the emulator writes it into the links of its mails. A JSON answer must be readable.
    headers: { ...passedOn(incoming.headers), 'accept-encoding': 'identity' },
  })
  upstream.on('response', (answer) => {
    answerWith(answer, incoming, outgoing, options).catch((error: Error) => outgoing.destroy(error))
  })
  upstream.on('error', (error) => {
    if (outgoing.headersSent) return outgoing.destroy(error)
    outgoing.writeHead(502, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    outgoing.end(JSON.stringify({ error: { code: 502, message: 'The Firebase Auth emulator does not answer.' } }))
  })
  outgoing.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
}

async function answerWith(
  answer: IncomingMessage,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { key, onChange }: ProxyOptions,
) {
  const status = answer.statusCode ?? 502
  const headers = passedOn(answer.headers)
  if (incoming.method === 'HEAD' || !/^application\/json\b/i.test(answer.headers['content-type'] ?? '')) {
    outgoing.writeHead(status, headers)
    answer.pipe(outgoing)
  } else {
    const body = await signedBody(await text(answer), key)
    outgoing.writeHead(status, {
      ...passedOn(headers, (name) => bodyHeaders.includes(name)),
      'content-length': Buffer.byteLength(body),
    })
    outgoing.end(body)
  }
  if (status < 400 && !['GET', 'HEAD', 'OPTIONS'].includes(incoming.method ?? 'GET')) onChange?.()
}

async function signedBody(body: string, key: SigningKey): Promise<string> {
  try {
    return JSON.stringify(await signTokensOf(JSON.parse(body), key))
  } catch (error) {
    if (error instanceof SyntaxError) return body
    throw error
  }
}
