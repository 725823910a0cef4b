import { readEntries } from '../archive.ts'
import { UnreadableDocument } from '../document.ts'
import { findAll, parseXml } from '../xml.ts'

const manifest = 'META-INF/manifest.xml'

/** The parts of an OpenDocument file that have text. */
export interface OpenDocumentParts {
  content: Uint8Array
  styles: Uint8Array | undefined
  /** What is embedded, a chart for instance, by the name that the content calls it by. */
  objects: Map<string, Uint8Array>
}

/**
 * Opens an OpenDocument file (OpenDocument 1.3, part 2).
 * @throws UnreadableDocument `encrypted`, `damaged` without content, or `too_large`
 */
export function openParts(bytes: Uint8Array): OpenDocumentParts {
  const parts = readEntries(bytes, (name) => name === manifest || /^(?:[^/]+\/)?content\.xml$|^styles\.xml$/.test(name))
  const listed = parts.get(manifest)
  if (listed && findAll(parseXml(listed), 'manifest:encryption-data').length > 0) {
    throw new UnreadableDocument('encrypted')
  }
  const content = parts.get('content.xml')
  if (!content) throw new UnreadableDocument('damaged')
  const objects = new Map(
    [...parts].flatMap(([name, part]) => (name.endsWith('/content.xml') ? [[name.slice(0, -12), part]] : [])),
  )
  return { content, styles: parts.get('styles.xml'), objects }
}
