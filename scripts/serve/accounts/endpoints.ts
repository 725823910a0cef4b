import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { ownAccountsGrant, ownProjectId } from '../../../app/provider/identity/local-projects.ts'
import { listen } from '../../local/ports.ts'
import type { Handler } from '../front.ts'
import { log } from '../log.ts'
import { type Caller, type IdentityService, type Language, Refusal } from './identity-service.ts'

type Call = (body: Record<string, unknown>, caller: Caller) => object | Promise<object>

/** Bytes; nothing that is asked here is long. */
const longestBody = 16 * 1024

const toolkit = '/identitytoolkit.googleapis.com/v1/'
const ofProject = `${toolkit}projects/${ownProjectId}/`

/** What browsers may ask, by the beginnings of paths that Firebase's SDK asks below an emulator's address. */
export function publicHandlers(service: IdentityService): Record<string, Handler> {
  const calls: Record<string, Call> = {
    [`${toolkit}accounts:signInWithPassword`]: (body, caller) => service.signIn(body, caller),
    [`${toolkit}accounts:lookup`]: (body) => service.lookUp(body),
    [`${toolkit}accounts:sendOobCode`]: (body, caller) => service.sendReset(body, caller),
    [`${toolkit}accounts:resetPassword`]: (body) => service.setPassword(body),
    '/securetoken.googleapis.com/v1/token': (body) => service.refresh(body),
  }
  const handler: Handler = (incoming, outgoing, path) => void answer(incoming, outgoing, calls[path])
  return { '/identitytoolkit.googleapis.com/': handler, '/securetoken.googleapis.com/': handler }
}

/**
 * Opens the door for the Worker, on a port of this machine alone: the public keys, and what makes accounts, for whoever shows what
 * only the Worker can sign.
 */
export async function openForWorker(service: IdentityService, secret: string, port: number): Promise<Server> {
  const grant = `Bearer ${createHmac('sha256', secret).update(ownAccountsGrant).digest('base64url')}`
  const calls: Record<string, Call> = {
    [`${ofProject}accounts`]: (body) => service.addAccount(body),
    [`${ofProject}accounts:sendOobCode`]: (body, caller) => service.sendInvitation(body, caller),
  }
  const server = createServer((incoming, outgoing) => {
    const isKeys = incoming.method === 'GET' && incoming.url === '/jwks'
    if (isKeys) reply(outgoing, 200, service.jwks, 'public, max-age=3600')
    else if (!isSame(incoming.headers.authorization ?? '', grant)) reply(outgoing, 401, errorOf(401, 'UNAUTHENTICATED'))
    else void answer(incoming, outgoing, calls[incoming.url ?? ''])
  })
  await listen(server, port)
  return server
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, call: Call | undefined): Promise<void> {
  try {
    if (!call || incoming.method !== 'POST') return reply(outgoing, 404, errorOf(404, 'NOT_FOUND'))
    reply(outgoing, 200, await call(await bodyOf(incoming), callerOf(incoming)))
  } catch (error) {
    if (error instanceof Refusal) return reply(outgoing, 400, errorOf(400, error.code))
    log('error', 'identity_failed', { cause: (error as Error).stack })
    reply(outgoing, 500, errorOf(500, 'INTERNAL'))
  }
}

/** A form or JSON, as the SDK sends it; a page of another origin can send neither JSON nor read an answer. */
async function bodyOf(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const type = incoming.headers['content-type']?.split(';')[0]
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > longestBody) throw new Refusal('INVALID_ARGUMENT')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  const body: unknown = type === 'application/json' ? parsed(text) : undefined
  if (typeof body !== 'object' || body === null) throw new Refusal('INVALID_ARGUMENT')
  return { ...body }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The address that the reverse proxy saw, which it adds at the end; of IPv6 the network, since one host has all of it. */
function callerOf({ headers, socket }: IncomingMessage): Caller {
  const seen = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim()
  const address = seen || socket.remoteAddress || ''
  const language: Language = headers['x-firebase-locale'] === 'en' ? 'en' : 'ja'
  return { address: address.includes(':') && !address.includes('.') ? networkOf(address) : address, language }
}

/** The first 64 bits of an IPv6 address, however it is written. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':')
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').length : 0
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail.split(':')].slice(0, 4).join(':')
}

const errorOf = (code: number, message: string) => ({ error: { code, message, errors: [{ message }] } })

function reply(outgoing: ServerResponse, status: number, body: object, cacheControl = 'no-store') {
  outgoing.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': cacheControl,
    'x-content-type-options': 'nosniff',
  })
  outgoing.end(JSON.stringify(body))
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
