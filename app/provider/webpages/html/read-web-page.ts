import { startDeadline } from '~/provider/documents/deadline.ts'
import { decode } from '~/provider/documents/decode.ts'
import { decodeHtml } from '~/provider/documents/html/decode-html.ts'
import { htmlText } from '~/provider/documents/html/html-text.ts'
import { isWorthFollowing, pageAddress } from '../page-address.ts'
import { isNoindex } from '../robots-directives.ts'
import { readableText } from './readable-text.ts'
import { scanHtml } from './scan-html.ts'

/** Where a page was fetched from, and what the headers of the answer say of it. */
export interface PageSource {
  url: string
  contentType: string
  /** Its `X-Robots-Tag`. */
  robots: string | null
}

/** What a page says. */
export interface WebPage {
  title: string
  /** Addresses that are worth following, each once. */
  links: string[]
  canonical: string | undefined
  noindex: boolean
  text: string
}

/** What a page of a site has that is no text of its own. */
const menus = 'nav footer'

/**
 * Reads a page, or a plain text: the part that is there to be read, or all of it where none stands out.
 * @throws UnreadableDocument `unreadable_text`, `too_large`, or `damaged` for elements that are nested without end
 */
export async function readWebPage(bytes: Uint8Array, { url, contentType, robots }: PageSource): Promise<WebPage> {
  if (/^text\/plain\b/i.test(contentType)) {
    return { title: '', links: [], canonical: undefined, noindex: isNoindex(robots), text: await decode(bytes) }
  }
  const source = await decodeHtml(bytes, contentType)
  const { title, links, base, canonical, noindex } = scanHtml(source, robots)
  const from = (base !== undefined && pageAddress(base, url)) || url
  const known = links.flatMap((link) => pageAddress(link, from) ?? [])
  return {
    title,
    links: [...new Set(known)].filter(isWorthFollowing),
    canonical: canonical === undefined ? undefined : pageAddress(canonical, from),
    noindex,
    text: noindex ? '' : (readableText(source) ?? (await htmlText(source, startDeadline(), menus)).text),
  }
}
