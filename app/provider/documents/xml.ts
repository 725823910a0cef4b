import { XMLParser } from 'fast-xml-parser'
import { UnreadableDocument, limits } from './document.ts'

/** An element or a text of a parsed XML document, in document order. */
export interface XmlNode {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
  text: string
}

/** Names keep their prefixes: `w:t` and `a:t` are told apart by what they are in every file that Office writes. */
export const asWritten = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  maxNestedTags: 500,
}
const parser = new XMLParser({ ...asWritten, ignoreDeclaration: true, ignorePiTags: true })

type Parsed = Record<string, unknown>

/**
 * Parses a part of an Office document.
 * @throws UnreadableDocument `too_large`, or `damaged`; also for a document type that declares entities of its own, which no office program writes (entity bombs)
 */
export function parseXml(bytes: Uint8Array): XmlNode {
  if (bytes.length > limits.xmlBytes) throw new UnreadableDocument('too_large')
  const source = new TextDecoder().decode(bytes).replace(/<!DOCTYPE[^[<>]*>/, '')
  if (source.includes('<!DOCTYPE')) throw new UnreadableDocument('damaged')
  try {
    return new ParsedNode({ '': parser.parse(source) as Parsed[] })
  } catch (error) {
    throw new UnreadableDocument('damaged', { cause: error })
  }
}

/** Looks at what was parsed, and makes no second tree of it: the first takes ten times the bytes of the document. */
class ParsedNode implements XmlNode {
  readonly name: string

  constructor(private readonly parsed: Parsed) {
    this.name = Object.keys(parsed).find((key) => key !== ':@') ?? ''
  }

  get attributes(): Record<string, string> {
    return (this.parsed[':@'] ?? {}) as Record<string, string>
  }

  get children(): XmlNode[] {
    return this.isText ? [] : (this.parsed[this.name] as Parsed[]).map((child) => new ParsedNode(child))
  }

  get text(): string {
    return this.isText ? String(this.parsed[this.name]) : ''
  }

  private get isText(): boolean {
    return this.name === '#text'
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
