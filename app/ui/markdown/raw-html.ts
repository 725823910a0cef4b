import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import type { Element, ElementContent, Parents, Root, RootContent } from 'hast'
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference'

/** Elements of HTML that an answer may write itself; without attributes but for these. */
const drawn = new Set(
  (
    'a abbr b blockquote br code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p ' +
    'pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var'
  ).split(' '),
)
const kept = ['href', 'src', 'alt', 'title', 'dir']

/** Elements that are removed with all that is in them; where one is not closed, as in 'use a <script> tag', only the tag. */
const removedWhole = new Set(
  (
    'script style iframe object embed applet frame frameset noscript noframes template select textarea button audio video ' +
    'canvas svg math title head map'
  ).split(' '),
)

/** Elements of which only the tags are removed. */
const removedTags = new Set(
  (
    'html body form input option fieldset label legend link meta base source track param area center font marquee dialog ' +
    'main nav header footer article aside'
  ).split(' '),
)

const voids = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'base', 'source', 'track', 'embed', 'param', 'area'])

/**
 * Makes elements of the HTML in an answer, without a parser that could run any of it: known tags are paired within their
 * parent, those listed above go, and anything that is not an HTML tag (`Array<string>`) stays text. The sanitiser comes after.
 */
export const rehypeRawHtml = () => (tree: Root) => build(tree)

function build(parent: Parents) {
  for (const child of parent.children) if (child.type === 'element') build(child)
  if (!parent.children.some(({ type }) => type === 'raw')) return
  const root: Open = { tagName: '', children: [] }
  const open = [root]
  const closed = new Set<Open>()
  for (const child of parent.children as (ElementContent | { type: 'raw'; value: string })[]) {
    if (child.type === 'raw') for (const token of tokens(child.value)) place(token, open, closed)
    else open.at(-1)!.children.push(child)
  }
  parent.children = withoutRemoved(root.children, closed) as typeof parent.children & RootContent[]
}

type Open = Pick<Element, 'tagName' | 'children'>

function place(token: Token, open: Open[], closed: Set<Open>) {
  const parent = open.at(-1)!
  if ('text' in token) {
    parent.children.push({ type: 'text', value: token.text })
  } else if ('close' in token) {
    const index = open.findLastIndex(({ tagName }) => tagName === token.close)
    if (index < 1) return
    closed.add(open[index]!)
    open.length = index
  } else if (open.length < maxDepth) {
    const element: Element = { type: 'element', tagName: token.open, properties: token.properties, children: [] }
    parent.children.push(element)
    if (!voids.has(token.open)) open.push(element)
  }
}

const maxDepth = 50

const withoutRemoved = (children: ElementContent[], closed: Set<Open>): ElementContent[] =>
  children.flatMap((child) => {
    if (child.type !== 'element') return [child]
    if (removedWhole.has(child.tagName) && closed.has(child)) return []
    child.children = withoutRemoved(child.children, closed)
    return drawn.has(child.tagName) || !known(child.tagName) ? [child] : child.children
  })

const known = (tagName: string) => drawn.has(tagName) || removedWhole.has(tagName) || removedTags.has(tagName)

type Token = { text: string } | { open: string; properties: Record<string, string> } | { close: string }

const tag =
  /<!--[^]*?(?:-->|$)|<[!?][^>]{0,2000}>|<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s"'<>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*\/?>/gi
const attribute = /([^\s"'<>=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g

function tokens(html: string): Token[] {
  const out: Token[] = []
  let from = 0
  for (const match of html.matchAll(tag)) {
    const [whole, slash, name, attributes = ''] = match
    const tagName = name?.toLowerCase()
    if (tagName && !known(tagName)) continue
    const text = html.slice(from, match.index)
    if (text) out.push({ text: unescaped(text) })
    from = match.index + whole.length
    if (tagName) out.push(slash ? { close: tagName } : { open: tagName, properties: propertiesOf(attributes) })
  }
  const text = html.slice(from)
  if (text) out.push({ text: unescaped(text) })
  return out
}

function propertiesOf(attributes: string): Record<string, string> {
  const all = [...attributes.matchAll(attribute)].map(
    ([, name, double, single, bare]) => [name!.toLowerCase(), unescaped(double ?? single ?? bare ?? '')] as const,
  )
  return Object.fromEntries(all.filter(([name]) => kept.includes(name)))
}

const reference = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z][a-z\d]*));/gi

const unescaped = (text: string) =>
  text.replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name) return decodeNamedCharacterReference(name) || whole
    return hex ? decodeNumericCharacterReference(hex, 16) : decodeNumericCharacterReference(decimal!, 10)
  })
