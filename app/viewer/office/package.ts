import { strFromU8, strToU8, Unzip, UnzipInflate, zipSync } from 'fflate'
import { concatenated } from '~/encoding/concatenated.ts'
import { fetchBytes } from '../bytes.ts'
import { PreviewFailure } from '../stage.ts'

/** The parts of an Office file by their names, as `word/document.xml`. */
export type Parts = Record<string, Uint8Array>

/** What a tab may be asked to hold and to draw. */
const limits = {
  bytes: 64 * 2 ** 20,
  inflatedBytes: 128 * 2 ** 20,
  entries: 5000,
  xmlBytes: 16 * 2 ** 20,
  elements: 400_000,
  depth: 200,
}

/**
 * Fetches an Office file.
 * @throws PreviewFailure `too_large`, `unreachable`
 */
export async function fetchOffice(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, complete } = await fetchBytes(url, signal, limits.bytes)
  if (!complete) throw new PreviewFailure('too_large')
  return bytes
}

/** Small enough that even the strongest compression (1 : 1,032) inflates one piece to some 8 MB. */
const inputPiece = 8 * 1024

/**
 * Takes an Office file of today's formats apart, which is a ZIP archive. What comes out is counted as it comes: an archive
 * may lie about its sizes.
 * @throws PreviewFailure `encrypted`, `damaged` or `too_large`
 */
export function openPackage(bytes: Uint8Array): Parts {
  if (isCompoundFile(bytes)) throw new PreviewFailure('encrypted')
  try {
    return withoutForeign(inflate(bytes))
  } catch (cause) {
    throw cause instanceof PreviewFailure ? cause : new PreviewFailure('damaged', { cause })
  }
}

function inflate(bytes: Uint8Array): Parts {
  const pieces = new Map<string, Uint8Array[]>()
  let inflated = 0
  const unzip = new Unzip((entry) => {
    if (pieces.size >= limits.entries) throw new PreviewFailure('too_large')
    const parts: Uint8Array[] = []
    pieces.set(entry.name, parts)
    entry.ondata = (error, data) => {
      if (error) throw error
      inflated += data.length
      if (inflated > limits.inflatedBytes) throw new PreviewFailure('too_large')
      parts.push(data)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  for (let start = 0; start < bytes.length; start += inputPiece) {
    unzip.push(bytes.subarray(start, start + inputPiece), start + inputPiece >= bytes.length)
  }
  return Object.fromEntries([...pieces].map(([name, parts]) => [name, concatenated(parts)]))
}

/** The parts as a file again, for a library to open: stored, so that this costs little, and nothing can inflate any more. */
export const packed = (parts: Parts): Uint8Array<ArrayBuffer> => new Uint8Array(zipSync(parts, { level: 0 }))

/**
 * Takes out what the file has elsewhere: pictures, recordings, templates. They would tell their server who reads the file.
 * Links are left, as words.
 */
function withoutForeign(parts: Parts): Parts {
  for (const name of Object.keys(parts).filter((each) => each.endsWith('.rels'))) {
    const relations = parsePart(parts, name)!
    const foreign = [...relations.getElementsByTagName('Relationship')].filter(
      (relation) =>
        relation.getAttribute('TargetMode') === 'External' && !relation.getAttribute('Type')?.endsWith('/hyperlink'),
    )
    if (foreign.length === 0) continue
    for (const relation of foreign) relation.remove()
    parts[name] = strToU8(new XMLSerializer().serializeToString(relations))
  }
  return parts
}

/** What protects an Office file by a password wraps it into a file of the older kind, as those of Office 97 are. */
export const isCompoundFile = (bytes: Uint8Array) =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte)

/**
 * Parses a part; undefined where there is none.
 * @throws PreviewFailure `damaged`, also for a document type, which Office never writes, or `too_large` to be drawn
 */
export function parsePart(parts: Parts, name: string): Document | undefined {
  const bytes = parts[name]
  if (!bytes) return undefined
  if (bytes.length > limits.xmlBytes) throw new PreviewFailure('too_large')
  const source = textOf(bytes)
  if (/<!DOCTYPE/i.test(source)) throw new PreviewFailure('damaged')
  const document = new DOMParser().parseFromString(source, 'application/xml')
  if (document.getElementsByTagName('parsererror').length > 0) throw new PreviewFailure('damaged')
  checkSize(document)
  return document
}

/** XML parts may be UTF-16, which says so by its first bytes. */
function textOf(bytes: Uint8Array): string {
  const mark = (bytes[0]! << 8) | bytes[1]!
  if (mark === 0xfffe) return new TextDecoder('utf-16le').decode(bytes)
  if (mark === 0xfeff) return new TextDecoder('utf-16be').decode(bytes)
  return strFromU8(bytes).replace(/^\uFEFF/, '')
}

/** Renderers make several elements of each, and call themselves for each that is in another. */
function checkSize(document: Document): void {
  if (document.getElementsByTagName('*').length > limits.elements) throw new PreviewFailure('too_large')
  let depth = 0
  for (let at: Element | null = document.documentElement; at;) {
    if (depth > limits.depth) throw new PreviewFailure('too_large')
    if (at.firstElementChild) {
      at = at.firstElementChild
      depth += 1
      continue
    }
    while (at && !at.nextElementSibling) {
      at = at.parentElement
      depth -= 1
    }
    at = at?.nextElementSibling ?? null
  }
}
