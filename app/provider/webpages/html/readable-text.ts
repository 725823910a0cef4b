import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { isNestedDeeper } from './is-nested-deeper.ts'

/** Characters of a page that a tree is made of: it takes some twenty times its memory. */
const maxCharacters = 1_500_000
/** Elements that are looked at, and one within the other: the time that it takes grows with both together. */
const max = { elements: 20_000, nested: 200 }
/** Less is no article but what is left of a page of links. */
const minCharacters = 200

/**
 * The part of a page that is there to be read, without menus and the like, as Markdown: headings, lists, tables by tabs.
 * @returns undefined where no such part stands out, or the page is too large to look for it
 */
export function readableText(html: string): string | undefined {
  if (html.length > maxCharacters || isNestedDeeper(html, max.nested)) return undefined
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : inPage(html))
  try {
    const article = new Readability(document as unknown as Document, { maxElemsToParse: max.elements }).parse()
    const text = article?.content ? textOf(parseHTML(inPage(article.content)).document.body) : ''
    return text.trim().length < minCharacters ? undefined : text
  } catch {
    // Too many elements, or none.
    return undefined
  }
}

const inPage = (body: string) => `<html><head></head><body>${body}</body></html>`

const block = /^(?:p|div|section|article|ul|ol|table|tr|blockquote|pre|figure|figcaption|dl|dt|dd|header|main|br|hr)$/
const textNode = 3

function textOf(node: Node): string {
  if (node.nodeType === textNode) return (node.textContent ?? '').replace(/\s+/g, ' ')
  const name = node.nodeName.toLowerCase()
  if (name === 'pre') return `\n${node.textContent ?? ''}\n`
  const inner = [...node.childNodes].map(textOf).join('')
  if (/^h[1-6]$/.test(name)) return `\n\n${'#'.repeat(Number(name[1]))} ${inner.trim()}\n`
  if (name === 'li') return `\n- ${inner.trim()}`
  if (name === 'td' || name === 'th') return `${inner.trim()}\t`
  return block.test(name) ? `\n${inner}\n` : inner
}
