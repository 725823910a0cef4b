import type { CompoundFile } from './compound-file.ts'
import { type DocumentPage, UnreadableDocument } from './document.ts'

/** Kinds of records (MS-PPT, 2.13.24). */
const kinds = {
  userEdit: 4085,
  persistDirectory: 6002,
  slideList: 4080,
  slidePersist: 1011,
  notes: 1008,
  notesAtom: 1009,
  shape: 0xf004,
  placeholder: 3011,
  characters: 4000,
  bytes: 4008,
  /** What PowerPoint 2000 and later added, as records in an atom. */
  additions: 5003,
  comment: 12000,
  string: 4026,
} as const

/** Of the strings of a comment, after its author's name: what it says (MS-PPT, 2.4.21.1). */
const commentText = 1

/** The lists of a deck, by their instances. */
const lists = { slides: 0, notes: 2 }

/** The placeholders of a page of notes that are no notes: date, number, footer and header (MS-PPT, 2.13.23). */
const repeating = [7, 8, 9, 10]

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
 * the deck's outline, what its other shapes say in the slide itself; speaker notes and comments follow.
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
  const notes = new Map(
    listOf(document, lists.notes).flatMap(({ place }) => {
      const page = at(place)
      return page?.kind === kinds.notes ? [[slideOf(page), notesOf(page)] as const] : []
    }),
  )
  return listOf(document, lists.slides).map(({ place, id, texts }, index) => {
    const slide = at(place)
    const beside = [...(notes.get(id) ?? []), ...(slide ? commentsOf(slide) : [])]
    const lines = [...texts, ...(slide ? textsOf(slide) : []), ...beside]
    return { page: index + 1, text: lines.join('\n') }
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

interface Listed {
  /** The name of its record among those that are persisted. */
  place: number
  /** What other records call it. */
  id: number
  /** The texts of its placeholders. */
  texts: string[]
}

/** The slides of a deck in the order shown, or its pages of notes. */
function listOf(document: Entry, list: number): Listed[] {
  const listed: Listed[] = []
  for (const { kind, instance, body } of entriesOf(document.body)) {
    if (kind !== kinds.slideList || instance !== list) continue
    for (const entry of entriesOf(body)) {
      if (entry.kind !== kinds.slidePersist) {
        listed.at(-1)?.texts.push(...textsOf(entry))
        continue
      }
      const view = viewOf(entry.body)
      listed.push({ place: view.getUint32(0, true), id: view.getUint32(12, true), texts: [] })
    }
  }
  return listed
}

/** The slide that a page of notes is about. */
function slideOf(page: Entry): number | undefined {
  const atom = [...entriesOf(page.body)].find(({ kind }) => kind === kinds.notesAtom)
  return atom && viewOf(atom.body).getUint32(0, true)
}

function notesOf(page: Entry): string[] {
  const repeats = (shape: Entry) =>
    within(shape, kinds.placeholder).some(({ body }) => repeating.includes(viewOf(body).getUint8(4)))
  return within(page, kinds.shape)
    .filter((shape) => !repeats(shape))
    .flatMap((shape) => textsOf(shape))
}

function commentsOf(slide: Entry): string[] {
  const additions = within(slide, kinds.additions).flatMap(({ body }) => [...entriesOf(body)])
  const comments = additions.flatMap((entry) => (entry.kind === kinds.comment ? [...entriesOf(entry.body)] : []))
  return comments
    .filter(({ kind, instance }) => kind === kinds.string && instance === commentText)
    .map(({ body }) => new TextDecoder('utf-16le').decode(body))
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

/** The records of a kind below a record. */
function within({ isContainer, body }: Entry, kind: number, depth = 0): Entry[] {
  if (depth > deepest) throw new UnreadableDocument('damaged')
  if (!isContainer) return []
  return [...entriesOf(body)].flatMap((entry) => (entry.kind === kind ? [entry] : within(entry, kind, depth + 1)))
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
