import type { CompoundFile } from './compound-file.ts'
import { type DocumentPage, UnreadableDocument } from './document.ts'

/** Kinds of records (MS-PPT, 2.13.24). */
const kinds = {
  userEdit: 4085,
  persistDirectory: 6002,
  slideList: 4080,
  slidePersist: 1011,
  characters: 4000,
  bytes: 4008,
} as const

interface Entry {
  kind: number
  instance: number
  /** A container holds records, an atom bytes. */
  isContainer: boolean
  body: Uint8Array
}

/** What `Current User` says of a deck with a password (MS-PPT, 2.3.2). */
const encryptedToken = 0xf3d1c4df

/**
 * Reads a PowerPoint 97 to 2003 deck (MS-PPT), one page a slide in the order shown. What a slide's placeholders say is in
 * the deck's outline, what its other shapes say in the slide itself. Speaker notes are not part of what is published.
 * @throws UnreadableDocument `encrypted` or `damaged`
 */
export function readPpt(file: CompoundFile): DocumentPage[] {
  const user = file.read('Current User')
  if (user && viewOf(user).getUint32(12, true) === encryptedToken) throw new UnreadableDocument('encrypted')

  const stream = file.read('PowerPoint Document')!
  const { deck, places } = persisted(stream)
  const at = (id: number) => entriesOf(stream.subarray(places.get(id) ?? stream.length)).next().value
  const document = at(deck)
  if (!document) throw new UnreadableDocument('damaged')
  return outlineOf(document).map(({ id, texts }, index) => {
    const slide = at(id)
    return { page: index + 1, text: [...texts, ...(slide ? textsOf(slide) : [])].join('\n') }
  })
}

/** Where the parts of a deck are; every saving appends what it changed, so the last word counts. */
function persisted(stream: Uint8Array): { deck: number; places: Map<number, number> } {
  const places = new Map<number, number>()
  let deck = 0
  for (const { kind, body } of entriesOf(stream)) {
    const view = viewOf(body)
    if (kind === kinds.userEdit) deck = view.getUint32(16, true)
    if (kind !== kinds.persistDirectory) continue
    for (let at = 0; at + 4 <= body.length;) {
      const range = view.getUint32(at, true)
      const [first, count] = [range & 0xfffff, range >>> 20]
      for (let index = 0; index < count; index++) places.set(first + index, view.getUint32(at + 4 + index * 4, true))
      at += 4 + count * 4
    }
  }
  return { deck, places }
}

/** The slides of a deck in the order shown, with the texts of their placeholders. */
function outlineOf(document: Entry): { id: number; texts: string[] }[] {
  const slides: { id: number; texts: string[] }[] = []
  for (const { kind, instance, body } of entriesOf(document.body)) {
    // Instance 0 lists the slides; 1 the masters and 2 the notes.
    if (kind !== kinds.slideList || instance !== 0) continue
    for (const entry of entriesOf(body)) {
      if (entry.kind === kinds.slidePersist) slides.push({ id: viewOf(entry.body).getUint32(0, true), texts: [] })
      else slides.at(-1)?.texts.push(...textsOf(entry))
    }
  }
  return slides
}

/** Deeper than any deck: what nests like this was made to exhaust the stack. */
const deepest = 50

/** The texts of a record and of what it holds; 11 is a line break within a paragraph. */
function textsOf({ kind, isContainer, body }: Entry, depth = 0): string[] {
  if (depth > deepest) throw new UnreadableDocument('damaged')
  if (isContainer) return [...entriesOf(body)].flatMap((entry) => textsOf(entry, depth + 1))
  if (kind !== kinds.characters && kind !== kinds.bytes) return []
  const encoding = kind === kinds.characters ? 'utf-16le' : 'windows-1252'
  return [new TextDecoder(encoding).decode(body).replaceAll('\x0b', ' ')]
}

/** The records that follow each other. */
function* entriesOf(bytes: Uint8Array): Generator<Entry, undefined> {
  const view = viewOf(bytes)
  for (let at = 0; at + 8 <= bytes.length;) {
    const version = view.getUint16(at, true)
    const end = at + 8 + view.getUint32(at + 4, true)
    yield {
      kind: view.getUint16(at + 2, true),
      instance: version >> 4,
      isContainer: (version & 0xf) === 0xf,
      body: bytes.subarray(at + 8, end),
    }
    at = end
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
