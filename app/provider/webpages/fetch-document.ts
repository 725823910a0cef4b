import { sentTo } from './crawl-proxy.ts'
import { pageAddress } from './page-address.ts'
import { requirePublicHost } from './public-host.ts'
import { type CrawlSettings, userAgent } from './settings.ts'
import { Unfetched } from './unfetched.ts'

/** How much of the web one request may take. */
export const fetchLimits = { bytes: 5 * 1024 * 1024, milliseconds: 10_000, redirects: 5 }

/** What a request was answered with. */
export interface Fetched {
  /** Where it was in the end, after redirects. */
  url: string
  status: number
  headers: Headers
  /** Empty for any other status than 200. */
  bytes: Uint8Array<ArrayBuffer>
}

interface FetchOptions {
  settings: CrawlSettings
  headers?: Record<string, string>
  /** Bytes that are read at most. */
  maxBytes?: number
  /** What happens to a longer body: it is refused, or read that far. */
  longer?: 'refuse' | 'cut'
  /** Whether a redirect to an address may be followed. */
  mayFollow?: (url: string) => boolean
  /** Whether a body with these headers is wanted; it is not read otherwise. */
  mayRead?: (headers: Headers) => boolean
  /** Milliseconds between two requests to one host. */
  pause: number
}

/** Stands in place of the document at the end of a redirect that is not to be followed. */
export class RedirectedAway extends Error {
  override readonly name = 'RedirectedAway'
}

/**
 * Fetches something from the public web as a polite stranger: no cookies, no credentials, a bounded time and size. Each
 * redirect is looked at as the first address was.
 * @throws Unfetched, or RedirectedAway
 */
export async function fetchDocument(address: string, options: FetchOptions): Promise<Fetched> {
  let url = new URL(address)
  for (let redirects = 0; redirects <= fetchLimits.redirects; redirects++) {
    await requirePublicHost(url, options.settings)
    const deadline = AbortSignal.timeout(fetchLimits.milliseconds)
    const response = await request(url, options, deadline)
    const location = redirectOf(response)
    if (location === null) return read(url.href, response, options)

    await response.body?.cancel()
    const next = pageAddress(location, url.href)
    if (next === undefined) throw new Unfetched('forbidden_address')
    if (options.mayFollow?.(next) === false) throw new RedirectedAway()
    const before = url.host
    url = new URL(next)
    if (url.host === before) await scheduler.wait(options.pause)
  }
  throw new Unfetched('unreachable', { cause: new Error('too many redirects') })
}

async function request(url: URL, { headers, settings }: FetchOptions, signal: AbortSignal): Promise<Response> {
  try {
    const [address, sent] = sentTo(url, { 'user-agent': userAgent, ...headers }, settings)
    return await fetch(address, { headers: sent, redirect: 'manual', signal })
  } catch (cause) {
    throw new Unfetched('unreachable', { cause })
  }
}

const redirectOf = ({ status, headers }: Response) =>
  [301, 302, 303, 307, 308].includes(status) ? headers.get('location') : null

async function read(url: string, response: Response, options: FetchOptions): Promise<Fetched> {
  const { status, headers } = response
  if (status !== 200 || options.mayRead?.(headers) === false) {
    await response.body?.cancel()
    if (status === 200) throw new Unfetched('unsupported')
    return { url, status, headers, bytes: new Uint8Array() }
  }
  return { url, status, headers, bytes: await readBody(response, options) }
}

/** Reads no further than is wanted, whatever length was announced. */
async function readBody(
  { body }: Response,
  { maxBytes = fetchLimits.bytes, longer = 'refuse' }: FetchOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk as Uint8Array<ArrayBuffer>)
      length += (chunk as Uint8Array).length
      if (length > maxBytes) break
    }
  } catch (cause) {
    throw new Unfetched('unreachable', { cause })
  }
  if (length > maxBytes && longer === 'refuse') throw new Unfetched('too_large')
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
  return length > maxBytes ? bytes.subarray(0, maxBytes) : bytes
}
