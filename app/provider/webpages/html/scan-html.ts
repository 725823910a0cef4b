import { robotsToken } from '../settings.ts'

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
  /** The text of the body as it stands, without scripts and styles. */
  text: string
}

/** Links of one page that are followed. */
const mostLinks = 5_000
const blocks = 'p,div,li,tr,h1,h2,h3,h4,h5,h6,section,article,header,footer,blockquote,pre,dt,dd,br,table'
const ignored = 'script,style,noscript,template,svg,nav,footer'

/**
 * Reads a page element by element, without a tree of it: however large, it takes no more memory than its text.
 * @param robotsHeader the `X-Robots-Tag` of the answer
 */
export async function scanHtml(html: string, robotsHeader: string | null): Promise<ScannedPage> {
  const page: ScannedPage = { title: '', links: [], base: undefined, canonical: undefined, noindex: false, text: '' }
  const directives = directivesOf(robotsHeader ?? '')
  let inIgnored = 0
  const rewriter = new HTMLRewriter()
    .on('head > title', { text: ({ text }) => void (page.title += text) })
    .on('base[href]', { element: (base) => void (page.base ??= attribute(base, 'href')) })
    .on('meta[name][content]', {
      element(meta) {
        const name = meta.getAttribute('name')?.toLowerCase()
        if (name !== 'robots' && name !== robotsToken.toLowerCase()) return
        for (const directive of directivesOf(attribute(meta, 'content'))) directives.add(directive)
      },
    })
    .on('link[rel][href]', {
      element: (link) => void (has(link, 'canonical') && (page.canonical ??= attribute(link, 'href'))),
    })
    .on('a[href]', {
      element(link) {
        if (page.links.length < mostLinks && !has(link, 'nofollow')) page.links.push(attribute(link, 'href'))
      },
    })
    .on(ignored, {
      element(element) {
        if (onEnd(element, () => void inIgnored--)) inIgnored++
      },
    })
    .on(blocks, { element: () => void (page.text += '\n') })
    .on('td,th', { element: () => void (page.text += '\t') })
    .on('body', { text: ({ text }) => void (inIgnored === 0 && (page.text += text.replace(/\s+/g, ' '))) })
  await rewriter.transform(new Response(html)).body?.pipeTo(new WritableStream())

  const noindex = directives.has('noindex') || directives.has('none')
  const nofollow = directives.has('nofollow') || directives.has('none')
  return {
    ...page,
    title: decodeEntities(page.title).replace(/\s+/g, ' ').trim(),
    links: nofollow ? [] : page.links,
    noindex,
    text: decodeEntities(page.text),
  }
}

/** Whether an element ends: one that closes itself, as elements of SVG may, does not. */
function onEnd(element: Element, end: () => void): boolean {
  try {
    element.onEndTag(end)
    return true
  } catch {
    return false
  }
}

const has = (element: Element, relation: string) =>
  element.getAttribute('rel')?.toLowerCase().split(/\s+/).includes(relation) ?? false

const attribute = (element: Element, name: string) => decodeEntities(element.getAttribute(name) ?? '')

/** Directives that are for every crawler or for us; `otherbot: noindex` is not. */
function directivesOf(value: string): Set<string> {
  const directives = new Set<string>()
  let forUs = true
  for (const part of value.toLowerCase().split(',')) {
    const [, bot, directive = ''] = /^\s*(?:([\w-]+)\s*:)?\s*([\w-]+)/.exec(part) ?? []
    if (bot !== undefined && !bot.startsWith('max-') && bot !== 'unavailable_after') {
      forUs = bot === robotsToken.toLowerCase()
    }
    if (forUs) directives.add(directive)
  }
  return directives
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The rewriter gives texts and attributes as they are written. */
const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
