import { ApiError } from '~/contract/errors.ts'

/** Our name in robots.txt: what a site's owner writes after `User-agent:` to address us. */
export const robotsToken = 'RecursiveAgentPlatform'
export const userAgent = `Mozilla/5.0 (compatible; ${robotsToken}/1.0)`

/** What the crawler may reach and how often, from the variables. */
export interface CrawlSettings {
  /** `host` or `host:port`: exempt from the check of addresses and ports, for intranets and tests. */
  allowedHosts: ReadonlySet<string>
  /** The proxy that requests go through, on a machine that others share; empty on the platform. */
  proxyUrl: string
  /** Where names are resolved, by DNS over HTTPS as JSON. */
  resolverUrl: string
  /** Hours until a site is crawled again. */
  recrawlHours: number
}

/** @throws ApiError `unexpected` for a `RECRAWL_HOURS` that is no number of hours: a mistake in the configuration */
export function crawlSettings(env: Env): CrawlSettings {
  const recrawlHours = Number(env.RECRAWL_HOURS)
  if (!(recrawlHours > 0)) {
    throw new ApiError('unexpected', undefined, { cause: new Error('RECRAWL_HOURS must be a number of hours') })
  }
  const hosts = env.CRAWL_ALLOWED_HOSTS.split(',').map((host) => host.trim().toLowerCase())
  return {
    allowedHosts: new Set(hosts.filter(Boolean)),
    proxyUrl: env.CRAWL_PROXY,
    resolverUrl: env.DNS_RESOLVER_URL,
    recrawlHours,
  }
}
