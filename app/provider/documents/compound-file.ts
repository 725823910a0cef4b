import { concatenated } from '~/encoding/concatenated.ts'
import { UnreadableDocument } from './document.ts'

/** The files within a compound file, by their paths, whose parts are separated by slashes and in any case. */
export interface CompoundFile {
  has(path: string): boolean
  /** The bytes of a stream; `undefined` where there is none of this path. */
  read(path: string): Uint8Array | undefined
  /** The names of the folders at the top. */
  folders: string[]
}

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** Whether bytes are a compound file: Office 97 to 2003, and the envelope of an Office document with a password. */
export const isCompoundFile = (bytes: Uint8Array) => signature.every((byte, index) => bytes[index] === byte)

/** Where the directory says that a stream is, and which entries are beside it and, of a folder, within it. */
interface Entry {
  name: string
  kind: number
  siblings: [number, number]
  child: number
  start: number
  size: number
}

const rootKind = 5
const folderKind = 1
const streamKind = 2
const endOfChain = 0xfffffffe
const longestPath = 1_000

/**
 * Opens a compound file (MS-CFB). Every sector is used once, as it is in a file that a program wrote: chains that run in
 * circles or share their sectors, which would inflate without a bound, are refused.
 * @throws UnreadableDocument `damaged`
 */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  try {
    return open(bytes)
  } catch (error) {
    throw error instanceof UnreadableDocument ? error : new UnreadableDocument('damaged', { cause: error })
  }
}

function open(bytes: Uint8Array): CompoundFile {
  const header = viewOf(bytes)
  const sectorSize = 1 << header.getUint16(30, true)
  const miniSize = 1 << header.getUint16(32, true)
  const miniLimit = header.getUint32(56, true)
  if ((sectorSize !== 512 && sectorSize !== 4096) || miniSize !== 64) throw new UnreadableDocument('damaged')

  const sectors = sectorReader(bytes.subarray(sectorSize), sectorSize)
  const table = longs(concatenated(tableSectors(header, sectors).map((sector) => sectors.one(sector))))
  const directory = sectors.chain(header.getUint32(48, true), table)
  const entries = entriesOf(directory)
  const root = entries.find(({ kind }) => kind === rootKind)
  if (!root) throw new UnreadableDocument('damaged')

  const miniTable = longs(sectors.chain(header.getUint32(60, true), table))
  const miniSectors = sectorReader(sectors.chain(root.start, table), miniSize)
  const { streams, folders } = treeOf(entries, root.child)
  const contents = new Map<Entry, Uint8Array>()

  return {
    folders,
    has: (path) => streams.has(path.toUpperCase()),
    read(path) {
      const entry = streams.get(path.toUpperCase())
      if (!entry) return undefined
      const known = contents.get(entry)
      if (known) return known
      const isMini = entry.size < miniLimit
      const content = isMini ? miniSectors.chain(entry.start, miniTable) : sectors.chain(entry.start, table)
      if (content.length < entry.size) throw new UnreadableDocument('damaged')
      contents.set(entry, content.subarray(0, entry.size))
      return contents.get(entry)
    },
  }
}

/** The streams by their paths in capitals, and the names of the folders at the top. An entry that is reached twice counts once. */
function treeOf(entries: Entry[], top: number): { streams: Map<string, Entry>; folders: string[] } {
  const streams = new Map<string, Entry>()
  const folders: string[] = []
  const visited = new Set<Entry>()
  const waiting = [{ index: top, folder: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { index, folder } = next
    const entry = entries[index]
    if (!entry || visited.has(entry)) continue
    visited.add(entry)
    const path = `${folder}${entry.name}`
    if (entry.kind === streamKind) streams.set(path.toUpperCase(), entry)
    if (entry.kind === folderKind && folder === '') folders.push(entry.name)
    // Nobody nests more deeply; paths would grow with the square of the entries.
    if (entry.kind === folderKind && path.length < longestPath) waiting.push({ index: entry.child, folder: `${path}/` })
    for (const sibling of entry.siblings) waiting.push({ index: sibling, folder })
  }
  return { streams, folders }
}

function sectorReader(bytes: Uint8Array, size: number) {
  const count = Math.ceil(bytes.length / size)
  const used = new Set<number>()

  function one(sector: number): Uint8Array {
    if (sector >= count || used.has(sector)) throw new UnreadableDocument('damaged')
    used.add(sector)
    return bytes.subarray(sector * size, (sector + 1) * size)
  }

  function chain(start: number, table: Uint32Array): Uint8Array {
    const parts: Uint8Array[] = []
    // A mark above the last sector's number ends a chain, and stands for an empty one.
    for (let sector = start; sector < endOfChain; sector = table[sector] ?? endOfChain) parts.push(one(sector))
    return concatenated(parts)
  }

  return { one, chain, size }
}

/** The sectors of the allocation table: the first 109 in the header, the others in sectors that name the next. */
function tableSectors(header: DataView, sectors: ReturnType<typeof sectorReader>): number[] {
  const found: number[] = []
  for (let at = 76; at < 512; at += 4) found.push(header.getUint32(at, true))
  let next = header.getUint32(68, true)
  while (next < endOfChain) {
    const more = longs(sectors.one(next))
    found.push(...more.subarray(0, -1))
    next = more.at(-1)!
  }
  return found.filter((sector) => sector < endOfChain)
}

function entriesOf(directory: Uint8Array): Entry[] {
  const view = viewOf(directory)
  const entries: Entry[] = []
  for (let at = 0; at + 128 <= directory.length; at += 128) {
    const length = Math.min(view.getUint16(at + 64, true), 64)
    entries.push({
      name: new TextDecoder('utf-16le').decode(directory.subarray(at, at + Math.max(0, length - 2))),
      kind: directory[at + 66]!,
      siblings: [view.getUint32(at + 68, true), view.getUint32(at + 72, true)],
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    })
  }
  return entries
}

function longs(bytes: Uint8Array): Uint32Array {
  const view = viewOf(bytes)
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => view.getUint32(index * 4, true))
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
