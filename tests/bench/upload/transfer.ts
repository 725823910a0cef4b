import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Way } from './ways.ts'

const MiB = 1024 * 1024
export const partBytes = 8 * MiB
/** Parts on their way at a time, as in the browser. */
const inFlight = 3

const agent = new Agent({ keepAlive: true, maxSockets: inFlight + 1 })

interface Body {
  headers?: Record<string, string>
  json?: unknown
  bytes?: Buffer
}

async function send(method: string, url: string, { headers, json, bytes }: Body = {}): Promise<IncomingMessage> {
  const body = bytes ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json)))
  const length = body && { 'content-length': String(body.length) }
  const sent = request(url, { method, agent, headers: { 'accept-encoding': 'identity', ...headers, ...length } })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if (response.statusCode! >= 300) throw new Error(`${method} ${url}: ${response.statusCode} ${await text(response)}`)
  return response
}

/** Calls and gives the answer's text. */
export const call = async (method: string, url: string, body?: Body): Promise<string> =>
  text(await send(method, url, body))

/** The numbers of a file's parts. */
export const partsOf = (size: number) => Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => index + 1)

/** Uploads a file of so many bytes in parts, and gives where it is read from. */
export async function uploadBy(way: Way, size: number): Promise<string> {
  const upload = await way.begin(size)
  const numbers = partsOf(size).values()
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (const number of numbers) {
        const bytes = partOf(size, number)
        upload.partArrived(number, await call('PUT', await upload.partUrl(number), { bytes }))
      }
    }),
  )
  return upload.complete()
}

/** Downloads a file and gives the digest of its bytes. */
export async function digestOf(url: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of await send('GET', url)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** The digest of the bytes that {@link uploadBy} sends. */
export function expectedDigest(size: number): string {
  const hash = createHash('sha256')
  for (const number of partsOf(size)) hash.update(partOf(size, number))
  return hash.digest('hex')
}

/** Every part has other bytes, so that one in the wrong place is noticed. */
function partOf(size: number, number: number): Buffer {
  return Buffer.alloc(Math.min(partBytes, size - (number - 1) * partBytes), `part ${number} of the benchmark\n`)
}
