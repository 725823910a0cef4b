import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { limits, UnreadableDocument } from '~/provider/documents/document.ts'
import { asWritten } from '~/provider/documents/xml.ts'

/** An element as the parser gives it: its name holds the children, `:@` the attributes. A text is `{ '#text': … }`. */
export type XmlElement = Record<string, unknown>

/** References stay as they are written, so that what is not translated comes out as it came in. */
const options = { ...asWritten, processEntities: false, commentPropName: '#comment', cdataPropName: '#cdata' }
const parser = new XMLParser(options)
const builder = new XMLBuilder({ ...options, suppressEmptyNode: true, suppressBooleanAttributes: false })

/**
 * Parses XML into a tree that can be changed and built again with declaration, namespaces, comments and blanks.
 *
 * @throws UnreadableDocument `too_large` or `damaged`
 */
export function parseTree(source: string): XmlElement {
  if (source.length > limits.xmlBytes) throw new UnreadableDocument('too_large')
  try {
    return { '': parser.parse(source) as XmlElement[] }
  } catch (error) {
    throw new UnreadableDocument('damaged', { cause: error })
  }
}

export const buildTree = (root: XmlElement): string => builder.build(childrenOf(root)) as string

export const nameOf = (node: XmlElement): string => Object.keys(node).find((key) => key !== ':@') ?? ''

/** The children themselves: what is changed in them is changed in the tree. */
export function childrenOf(node: XmlElement): XmlElement[] {
  const children = node[nameOf(node)]
  return Array.isArray(children) ? (children as XmlElement[]) : []
}

export function setChildren(node: XmlElement, children: XmlElement[]): void {
  node[nameOf(node)] = children
}

export const attributesOf = (node: XmlElement): Record<string, string> => (node[':@'] ?? {}) as Record<string, string>

export function setAttribute(node: XmlElement, name: string, value: string): void {
  node[':@'] = { ...attributesOf(node), [name]: value }
}

/** Every element of this name below the node, in document order. */
export const elementsNamed = (node: XmlElement, name: string): XmlElement[] =>
  childrenOf(node).flatMap((child) => [...(nameOf(child) === name ? [child] : []), ...elementsNamed(child, name)])

/** The text directly in an element. */
export const textIn = (node: XmlElement): string =>
  childrenOf(node)
    .map((child) => (nameOf(child) === '#cdata' ? cdataIn(child) : unescaped(String(child['#text'] ?? ''))))
    .join('')

const cdataIn = (node: XmlElement): string =>
  childrenOf(node)
    .map((child) => String(child['#text']))
    .join('')

export function setText(node: XmlElement, text: string): void {
  node[nameOf(node)] = text === '' ? [] : [{ '#text': escaped(text) }]
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Resolves the references that XML has by itself; it knows no other without a document type. */
export const unescaped = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return named[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Characters that XML cannot have are left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
