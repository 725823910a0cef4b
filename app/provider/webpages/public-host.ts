import { isIP } from 'node:net'
import { z } from 'zod'
import { isAllowed } from './crawl-proxy.ts'
import { Unfetched } from './unfetched.ts'
import { isGlobalAddress } from './global-address.ts'
import type { CrawlSettings } from './settings.ts'

/** Names that only a private network answers to. */
const privateNames =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|home\.arpa)$/
const resolvingTime = 5_000

/**
 * Refuses an address that is not of the public internet, so that nobody reaches through us what only we can reach: other
 * ports than 80 and 443, names of private networks, and hosts any of whose addresses is not global. Between this and the
 * request a name may come to resolve to something else; `global_fetch_strictly_public` and the runtime, which has no
 * private network, stand behind it, and on one machine the proxy of `CRAWL_PROXY`.
 * @throws Unfetched `forbidden_address`, or `unreachable` for a name without an address
 */
export async function requirePublicHost(url: URL, { allowedHosts, resolverUrl }: CrawlSettings): Promise<void> {
  if (isAllowed(url, allowedHosts)) return
  if (url.port !== '') throw new Unfetched('forbidden_address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return requireGlobal([host])
  if (!host.includes('.') || host.endsWith('.') || privateNames.test(host)) throw new Unfetched('forbidden_address')
  const found = await Promise.all([resolve(resolverUrl, host, 'A'), resolve(resolverUrl, host, 'AAAA')])
  const addresses = found.flat()
  if (addresses.length === 0) throw new Unfetched('unreachable')
  requireGlobal(addresses)
}

function requireGlobal(addresses: string[]) {
  if (!addresses.every(isGlobalAddress)) throw new Unfetched('forbidden_address')
}

const Answer = z.object({
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).default([]),
})
const recordTypes = { A: 1, AAAA: 28 }

/** Asks for the addresses of a name. The answer holds the names on the way to them as well. */
async function resolve(resolverUrl: string, name: string, type: keyof typeof recordTypes): Promise<string[]> {
  const url = new URL(resolverUrl)
  url.searchParams.set('name', name)
  url.searchParams.set('type', type)
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/dns-json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(resolvingTime),
    })
    if (!response.ok) throw new Error(`the resolver answered ${response.status}`)
    const { Answer: records } = Answer.parse(await response.json())
    return records.filter((record) => record.type === recordTypes[type]).map(({ data }) => data)
  } catch (cause) {
    throw new Unfetched('unreachable', { cause })
  }
}
