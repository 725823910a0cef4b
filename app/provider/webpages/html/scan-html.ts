import { Parser } from 'htmlparser2'
import { addressesUs, directivesOf, forbidsIndex } from '../robots-directives.ts'

/** What a page says about itself and where it leads. */
export interface ScannedPage {
  title: string
  /** Addresses as they are written; none where the page wants none followed. */
  links: string[]
  /** What relative addresses are relative to, where the page says so. */
  base: string | undefined
  canonical: string | undefined
  /** Must not be found by a search. */
  noindex: boolean
}

/** Links of one page that are followed. */
const maxLinks = 5_000
/** Elements within each other, of which the parser looks through all for each end of one: what stands deeper is not read. */
const maxNested = 1_000

/**
 * Reads a page element by element, without a tree of it: however large, it takes no more memory than its links.
 * @param robotsHeader the `X-Robots-Tag` of the answer
 */
export function scanHtml(html: string, robotsHeader: string | null): ScannedPage {
  const page: ScannedPage = { title: '', links: [], base: undefined, canonical: undefined, noindex: false }
  const directives = directivesOf(robotsHeader ?? '')
  let [inTitle, inGraphic, depth] = [false, 0, 0]
  const parser = new Parser({
    onopentag(name, { href, rel = '', name: about, content }) {
      if (++depth > maxNested) parser.pause()
      const relations = rel.toLowerCase().split(/\s+/)
      if (name === 'svg') inGraphic++
      if (name === 'title') inTitle = inGraphic === 0 && page.title.trim() === ''
      if (name === 'base') page.base ??= href
      if (name === 'link' && relations.includes('canonical')) page.canonical ??= href
      if (name === 'a' && href !== undefined && !relations.includes('nofollow') && page.links.length < maxLinks) {
        page.links.push(href)
      }
      if (name === 'meta' && content !== undefined && addressesUs(about)) {
        for (const directive of directivesOf(content)) directives.add(directive)
      }
    },
    onclosetag(name) {
      depth--
      if (name === 'svg') inGraphic--
      if (name === 'title') inTitle = false
    },
    ontext(text) {
      if (inTitle) page.title += text
    },
  })
  parser.end(html)

  const nofollow = directives.has('nofollow') || directives.has('none')
  return {
    ...page,
    title: page.title.replace(/\s+/g, ' ').trim(),
    links: nofollow ? [] : page.links,
    noindex: forbidsIndex(directives),
  }
}
