import type { CrawlSettings } from './settings.ts'

/** The header that tells the proxy of a local start (`scripts/local/crawl-proxy.ts`) which address is meant. */
export const crawledAddress = 'x-crawled-address'

/**
 * Where a request for an address is sent, and with which headers: to itself, or to the proxy of a local start, which resolves its
 * name once, looks at the address and connects to that. Hosts that the configuration allows are not the proxy's to refuse.
 */
export function sentTo(
  url: URL,
  headers: Record<string, string>,
  { proxyUrl, allowedHosts }: CrawlSettings,
): [URL | string, Record<string, string>] {
  if (proxyUrl === '' || isAllowed(url, allowedHosts)) return [url, headers]
  return [proxyUrl, { ...headers, [crawledAddress]: url.href }]
}

/** Whether the configuration exempts an address's host, with its port or at any. */
export const isAllowed = ({ host, hostname }: URL, allowedHosts: ReadonlySet<string>): boolean =>
  allowedHosts.has(host) || allowedHosts.has(hostname)
