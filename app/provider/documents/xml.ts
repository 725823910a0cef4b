import { XMLParser } from 'fast-xml-parser'
import { UnreadableDocument } from './document.ts'

/** An element or a text of a parsed XML document, in document order. */
export interface XmlNode {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
  text: string
}

/** Names keep their prefixes: `w:t` and `a:t` are told apart by what they are in every file that Office writes. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 500,
})

type Parsed = Record<string, unknown>

/**
 * Parses a part of an Office document.
 * @throws UnreadableDocument `damaged`; also for a document type declaration, which Office never writes (entity bombs)
 */
export function parseXml(bytes: Uint8Array): XmlNode {
  const source = new TextDecoder().decode(bytes)
  if (source.includes('<!DOCTYPE')) throw new UnreadableDocument('damaged')
  try {
    return { name: '', attributes: {}, text: '', children: (parser.parse(source) as Parsed[]).map(toNode) }
  } catch (error) {
    throw new UnreadableDocument('damaged', { cause: error })
  }
}

function toNode(parsed: Parsed): XmlNode {
  const name = Object.keys(parsed).find((key) => key !== ':@') ?? ''
  const value = parsed[name]
  if (name === '#text') return { name, attributes: {}, children: [], text: String(value) }
  return {
    name,
    attributes: (parsed[':@'] ?? {}) as Record<string, string>,
    children: (value as Parsed[]).map(toNode),
    text: '',
  }
}

/** The first element of this name below the node, depth first. */
export function find(node: XmlNode, name: string): XmlNode | undefined {
  for (const child of node.children) {
    if (child.name === name) return child
    const deeper = find(child, name)
    if (deeper) return deeper
  }
  return undefined
}

/** Every element of this name below the node, in document order. */
export function findAll(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...findAll(child, name)])
}

/** The text of a node and everything below it. */
export function textOf(node: XmlNode): string {
  return node.text + node.children.map(textOf).join('')
}
