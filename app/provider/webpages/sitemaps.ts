import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { log } from '~/provider/log/log.ts'
import { fetchDocument } from './fetch-document.ts'
import { isSameSite, isWorthFollowing, pageAddress } from './page-address.ts'
import type { SiteRules } from './robots.ts'
import type { CrawlSettings } from './settings.ts'

/** Sitemaps of one crawl that are read, and bytes that one may inflate to. */
const max = { sitemaps: 10, inflatedBytes: 20 * 1024 * 1024 }

const parser = new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap', parseTagValue: false })

const Entry = z.object({ loc: z.string() })
const Entries = z
  .array(z.unknown())
  .transform((entries) => entries.flatMap((entry) => Entry.safeParse(entry).data ?? []))
const Sitemap = z.object({
  urlset: z.object({ url: Entries.optional() }).optional().catch(undefined),
  sitemapindex: z.object({ sitemap: Entries.optional() }).optional().catch(undefined),
})

/**
 * The pages of a site by its sitemaps: those that robots.txt names, else /sitemap.xml, and those that an index leads to
 * (sitemaps.org). One that cannot be read is passed over: a site is crawled without.
 * @param limit of addresses
 */
export async function readSitemaps(
  siteUrl: string,
  rules: SiteRules,
  limit: number,
  settings: CrawlSettings,
): Promise<string[]> {
  const onSite = (addresses: string[], base: string) =>
    addresses.flatMap((address) => {
      const url = pageAddress(address, base)
      return url !== undefined && isSameSite(url, siteUrl) ? [url] : []
    })
  const locationsOf = (entries: { loc: string }[] = []) => entries.map(({ loc }) => loc)
  const named = onSite(rules.sitemaps, siteUrl)
  const waiting = named.length > 0 ? named : onSite(['/sitemap.xml'], siteUrl)
  const pages = new Set<string>()
  const seen = new Set<string>()
  while (waiting.length > 0 && seen.size < max.sitemaps && pages.size < limit) {
    const address = waiting.shift()!
    if (seen.has(address)) continue
    seen.add(address)
    if (!rules.allows(address)) continue
    await scheduler.wait(rules.delay * 1000)
    const { urlset, sitemapindex } = await readSitemap(address, rules, settings)
    waiting.push(...onSite(locationsOf(sitemapindex?.sitemap), address))
    for (const url of rules.allowedOf(onSite(locationsOf(urlset?.url), address))) {
      if (pages.size < limit && isWorthFollowing(url)) pages.add(url)
    }
  }
  return [...pages]
}

async function readSitemap(
  address: string,
  rules: SiteRules,
  settings: CrawlSettings,
): Promise<z.infer<typeof Sitemap>> {
  try {
    const { bytes } = await fetchDocument(address, {
      settings,
      pause: rules.delay * 1000,
      mayFollow: (next) => isSameSite(next, address),
    })
    const text = new TextDecoder().decode(await inflated(bytes))
    // Entities of one's own are how small documents become large ones.
    if (text.includes('<!DOCTYPE')) throw new Error('a document type declaration')
    return Sitemap.parse(parser.parse(text))
  } catch (error) {
    log.info('sitemap_not_read', { cause: error })
    return {}
  }
}

/** Inflates what begins as gzip does, whatever it is called, up to a bound. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const chunks: BlobPart[] = []
  let length = 0
  for await (const chunk of new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))) {
    chunks.push(chunk as Uint8Array<ArrayBuffer>)
    length += (chunk as Uint8Array).length
    if (length > max.inflatedBytes) throw new Error('the sitemap is too large')
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
