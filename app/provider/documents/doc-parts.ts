/** The texts of a Word document that follow each other in its characters (MS-DOC, 2.3), and their lengths in FibRgLw97. */
const partNames = ['main', 'footnotes', 'margins', 'macros', 'comments', 'endnotes', 'boxes', 'marginBoxes'] as const
const firstLength = 0x4c

/** The structures of the table stream by their places in FibRgFcLcb97 (MS-DOC, 2.5.6), and the bytes of their data. */
const structures = {
  footnoteAnchors: { index: 2, data: 2 },
  footnotes: { index: 3, data: 0 },
  commentAnchors: { index: 4, data: 30 },
  comments: { index: 5, data: 0 },
  characters: { index: 12, data: 4 },
  fonts: { index: 15, data: 0 },
  clx: { index: 33, data: 0 },
  boxAnchors: { index: 40, data: 26 },
  endnoteAnchors: { index: 46, data: 2 },
  endnotes: { index: 47, data: 0 },
  boxes: { index: 56, data: 22 },
} as const
const firstStructure = 0x9a

/** Where the number of its shape stands in what is told of a text box (FTXBXS, 2.9.105), and of an anchor (Spa, 2.9.253). */
const shapeNumber = { box: 14, anchor: 0 }

/** A text beside the main one. */
export interface DocNote {
  /** The character of the main text that it belongs to. */
  anchor: number
  text: string
}

/** The character that stands for something which is no text: a field of a form, a symbol, or a picture. */
export const placeholder = '\x01'

/** One of a document's texts. What is not shown, the code of a field, is characters 0 in it, so that all keep their places. */
export class DocText {
  constructor(
    private readonly text: string,
    private readonly start: number,
    private readonly shown: Map<number, string>,
  ) {}

  get length(): number {
    return this.text.length
  }

  /** A stretch of it, with what is shown in place of a character. */
  slice(from = 0, to?: number): string {
    return this.text
      .slice(from, to)
      .replaceAll(placeholder, (_, at: number) => this.shown.get(this.start + from + at) ?? '')
  }

  /** What is between page and section breaks: where it begins and ends. */
  pages(): [from: number, to: number][] {
    let from = 0
    return this.text.split('\f').map((page) => {
      const range: [number, number] = [from, from + page.length]
      from += page.length + 1
      return range
    })
  }
}

/** A document's texts. */
export interface DocParts {
  main: DocText
  /** Footnotes, endnotes, comments and text boxes. */
  notes: DocNote[]
  /** The lines of headers and footers, each once. */
  margins: string[]
}

/** The bytes of a structure in the table stream. */
export function structure(header: DataView, table: Uint8Array, name: keyof typeof structures): Uint8Array {
  const place = firstStructure + structures[name].index * 8
  const start = header.getUint32(place, true)
  return table.subarray(start, start + header.getUint32(place + 4, true))
}

/** The positions of a structure in the table stream, and its data about them. */
export const plcOf = (header: DataView, table: Uint8Array, name: keyof typeof structures) =>
  new Plc(structure(header, table, name), structures[name].data)

/**
 * Tells the texts of a document apart.
 * @param shown what is to be seen in place of a character, by its number
 */
export function partsOf(text: string, shown: Map<number, string>, header: DataView, table: Uint8Array): DocParts {
  let start = 0
  const parts = partNames.map((name, index) => {
    const end = start + Math.max(0, header.getInt32(firstLength + index * 4, true))
    const part = new DocText(withoutFields(text.slice(start, end)), start, shown)
    start = end
    return [name, part] as const
  })
  const { main, margins, marginBoxes, ...beside } = Object.fromEntries(parts) as Record<
    (typeof partNames)[number],
    DocText
  >
  const plc = (name: keyof typeof structures) => plcOf(header, table, name)

  const [anchors, boxes] = [plc('boxAnchors'), plc('boxes')]
  const places = new Map(
    anchors.data.map((one, index) => [one.getUint32(shapeNumber.anchor, true), anchors.positions[index]!]),
  )
  const boxPlaces = boxes.data.map((one) => places.get(one.getUint32(shapeNumber.box, true)))
  const notes = [
    ...notesOf(beside.footnotes, plc('footnotes'), plc('footnoteAnchors').positions),
    ...notesOf(beside.endnotes, plc('endnotes'), plc('endnoteAnchors').positions),
    ...notesOf(beside.comments, plc('comments'), plc('commentAnchors').positions),
    ...notesOf(beside.boxes, boxes, boxPlaces),
  ]
  return {
    main,
    notes: notes.map((note) => ({ ...note, anchor: Math.min(note.anchor, main.length) })),
    // A page's number alone says nothing.
    margins: [...new Set(`${margins.slice()}\r${marginBoxes.slice()}`.split('\r'))].filter((line) =>
      /\p{L}/u.test(line),
    ),
  }
}

/** What a note begins with: the character that stands for its number, and a gap. */
const mark = /^[\0-\x20]+/

/** What follows the last character that belongs to something is none of these texts. */
function notesOf(part: DocText, { positions }: Plc, anchors: (number | undefined)[]): DocNote[] {
  let from = 0
  return positions.slice(0, -1).flatMap((start, index) => {
    // They follow each other; should they not, nothing is read twice.
    from = Math.max(from, start)
    const text = part
      .slice(from, positions[index + 1])
      .replace(mark, '')
      .trimEnd()
    from = Math.max(from, positions[index + 1]!)
    return text === '' ? [] : [{ anchor: anchors[index] ?? Number.POSITIVE_INFINITY, text }]
  })
}

/** Positions of characters, and data about what begins at each but the last (MS-DOC, 2.2.2). */
class Plc {
  readonly positions: number[]
  readonly data: DataView[]

  constructor(bytes: Uint8Array, dataSize: number) {
    const count = Math.max(0, Math.floor((bytes.length - 4) / (4 + dataSize)))
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.positions = Array.from({ length: bytes.length < 4 ? 0 : count + 1 }, (_, index) =>
      view.getUint32(index * 4, true),
    )
    const first = bytes.byteOffset + (count + 1) * 4
    this.data = Array.from(
      { length: count },
      (_, index) => new DataView(bytes.buffer, first + index * dataSize, dataSize),
    )
  }
}

/** Leaves a field's result, and what stands for one of a form, and blanks its code, keeping positions: 13 begins a field, 14 its result, 15 ends it; they nest. */
function withoutFields(text: string): string {
  let shown = ''
  const inCode: boolean[] = []
  let hidden = 0
  for (const part of text.split(/([\x13-\x15])/)) {
    if (part === '\x13') {
      inCode.push(true)
      hidden++
    } else if (part === '\x14' || part === '\x15') {
      if (inCode.at(-1)) hidden--
      if (part === '\x15') inCode.pop()
      else if (inCode.length > 0) inCode[inCode.length - 1] = false
    } else if (hidden === 0) {
      shown += part
      continue
    }
    shown += part.replace(/[^\x01]/g, '\0')
  }
  return shown
}
