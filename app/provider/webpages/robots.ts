import parseRobots from 'robots-parser'
import { fetchDocument } from './fetch-document.ts'
import { type CrawlSettings, robotsToken } from './settings.ts'
import { Unfetched } from './unfetched.ts'

/** What of a robots.txt is read (RFC 9309, section 2.5). */
const maxBytes = 500 * 1024
/** Seconds between two requests to a host: at least one, and as many as it asks for up to ten. */
const delay = { least: 1, most: 10 }

/** Characters of rules that are gone through for the links of one page: a hostile robots.txt takes most of a second for one link. */
const goneThrough = 5_000_000

/** Hours that a robots.txt holds (RFC 9309, section 2.4). */
export const robotsHours = 24

/**
 * Fetches a site's robots.txt. One that is not there allows everything (RFC 9309, section 2.3.1.3).
 * @returns its text
 * @throws Unfetched where the site does not say (5xx, no answer): nothing may be fetched then (section 2.3.1.4)
 */
export async function fetchRobots(siteUrl: string, settings: CrawlSettings, pause: number): Promise<string> {
  const address = new URL('/robots.txt', siteUrl).href
  const { status, bytes } = await fetchDocument(address, { settings, pause, maxBytes: maxBytes, longer: 'cut' })
  if (status >= 500 || status === 429) throw new Unfetched('unreachable')
  return status === 200 ? new TextDecoder().decode(bytes) : ''
}

/** The rules of a site, for us. */
export interface SiteRules {
  allows: (url: string) => boolean
  /**
   * Of a page's links those that are allowed. Where the rules are too many for all, the last are taken unseen: each is looked at
   * before it is fetched.
   */
  allowedOf: (urls: string[]) => string[]
  /** Seconds between two requests. */
  delay: number
  /** Addresses of sitemaps, as they were given. */
  sitemaps: string[]
}

/** Reads a robots.txt. Its rules are of the site, with `www.` or without, by http or https. */
export function rulesOf(robots: string): SiteRules {
  const origins = new Map<string, ReturnType<typeof parseRobots>>()
  const of = (url: string) => {
    const { origin } = new URL(url)
    const known = origins.get(origin) ?? parseRobots(`${origin}/robots.txt`, robots)
    origins.set(origin, known)
    return known
  }
  const any = of('https://any.example/')
  const allows = (url: string) => of(url).isAllowed(url, robotsToken) ?? true
  const most = Math.ceil(goneThrough / Math.max(robots.length, 1))
  return {
    allows,
    allowedOf: (urls) => urls.filter((url, index) => index >= most || allows(url)),
    delay: Math.min(delay.most, Math.max(delay.least, any.getCrawlDelay(robotsToken) ?? 0)),
    sitemaps: any.getSitemaps(),
  }
}
