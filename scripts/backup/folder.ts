import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Described, Home } from '../../app/provider/backup/calls.ts'
import type { Owner } from '../local/data-dir.ts'
import { Problem } from '../local/problem.ts'

/**
 * A folder of backups: each in a folder of its own, named by its time, and the bytes of all of them, named by their SHA-256, so that
 * bytes that two backups have lie there once. Only its owner may read it.
 */
export const format = 1

/** What a backup says of itself; it is written last. */
export interface Manifest {
  format: number
  made_at: string
  /** Of what: an environment, or this machine. */
  of: string
  /** Whose the data directory was, of a product on a machine. */
  owner?: Owner
  /** The migrations of the directory, and how many each kind of object has had. */
  versions: { directory: string[]; member: number; organization: number }
  /** SHA-256 of the two lists. */
  sha256: { rows: string; bytes: string }
  /** SHA-256 of the files of a machine's own accounts, by their names. */
  accounts: Record<string, string>
  members: number
  organizations: number
  objects: { count: number; bytes: number }
}

/** A whole backup. */
export interface Opened {
  /** Of backups, with the bytes of all of them. */
  folder: string
  path: string
  manifest: Manifest
}

/** What a backup has, in words. */
export function contentsOf({ organizations, members, objects }: Manifest): string {
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
  return `${counted(organizations, 'organisation')}, ${counted(members, 'user')}, ${counted(objects.count, 'object')}`
}

/** A file of rows: a line of the list `rows.ndjson`. */
export interface RowsFile {
  home: Home
  /** Of a member: the user's id, and the key of their organisation. */
  user?: { id: number; organization: string }
  file: string
  sha256: string
  rows: Record<string, number>
}

/** An object of R2: a line of the list `bytes.ndjson`. */
export type StoredBytes = Described & { sha256: string }

/** What the names of bytes begin with that have not come whole. */
const unfinished = 'unfinished-'

const modes = { folder: 0o700, file: 0o600 }

export const bytesPath = (folder: string, sha256: string) => join(folder, 'bytes', sha256.slice(0, 2), sha256)

export const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: modes.folder })

/** Writes lines as gzip. @returns the file's SHA-256, and how many rows of each table there are */
export async function writeRows(
  path: string,
  lines: AsyncIterable<string>,
): Promise<Pick<RowsFile, 'sha256' | 'rows'>> {
  const rows: Record<string, number> = {}
  const hash = createHash('sha256')
  async function* counted() {
    for await (const some of lines) {
      for (const [, table] of some.matchAll(/^\{"table":"(\w+)"/gm)) rows[table!] = (rows[table!] ?? 0) + 1
      yield some
    }
  }
  await pipeline(counted, createGzip(), hashing(hash), createWriteStream(path, { mode: modes.file }))
  return { sha256: hash.digest('hex'), rows }
}

/** The lines of a file that {@link writeRows} wrote. */
export const readRows = (path: string) => linesOf(createReadStream(path).pipe(createGunzip()))

async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest) yield rest
}

/** Keeps bytes under their SHA-256. */
export async function keepBytes(
  folder: string,
  body: ReadableStream<Uint8Array>,
): Promise<{ sha256: string; size: number }> {
  const begun = join(folder, 'bytes', `${unfinished}${crypto.randomUUID()}`)
  const hash = createHash('sha256')
  await pipeline(body, hashing(hash), createWriteStream(begun, { mode: modes.file }))
  const sha256 = hash.digest('hex')
  const path = bytesPath(folder, sha256)
  await makeFolder(join(path, '..'))
  await rename(begun, path)
  return { sha256, size: (await stat(path)).size }
}

const hashing = (hash: Hash) =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })

/** The SHA-256 of a file, in hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The lines of a list; of one that was interrupted, those that are whole. */
export async function* readList<T>(path: string): AsyncGenerator<T> {
  if (!existsSync(path)) return
  for await (const line of linesOf(createReadStream(path))) {
    const value = parsed<T>(line)
    if (value !== undefined) yield value
  }
}

function parsed<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T
  } catch {
    return undefined
  }
}

export const writeText = (path: string, text: string) => writeFile(path, text, { mode: modes.file })

/** The names of the backups in a folder, the oldest first, and whether each is whole. */
export async function backupsIn(folder: string): Promise<{ name: string; isWhole: boolean }[]> {
  const names = existsSync(folder) ? await readdir(folder) : []
  return names
    .filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name))
    .toSorted()
    .map((name) => ({ name, isWhole: existsSync(join(folder, name, 'manifest.json')) }))
}

/**
 * Reads what a backup says of itself.
 * @param path of one backup, or of a folder of them, whose latest is meant
 * @throws a {@link Problem} where there is none
 */
export async function openBackup(path: string): Promise<Opened> {
  if (!existsSync(join(path, 'manifest.json'))) {
    const latest = (await backupsIn(path)).findLast(({ isWhole }) => isWhole)
    if (!latest) throw new Problem(`${path} has no whole backup.`)
    return openBackup(join(path, latest.name))
  }
  const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as Manifest
  if (manifest.format !== format)
    throw new Problem(`${path} is of the format ${manifest.format}; this version reads ${format}.`)
  return { folder: join(path, '..'), path, manifest }
}

/** Removes what no whole backup needs: what was interrupted, and bytes that no list names. */
export async function tidy(folder: string): Promise<void> {
  const named = new Set<string>()
  for (const { name, isWhole } of await backupsIn(folder)) {
    if (!isWhole) await rm(join(folder, name), { recursive: true })
    else for await (const { sha256 } of readList<StoredBytes>(join(folder, name, 'bytes.ndjson'))) named.add(sha256)
  }
  for (const part of await readdir(join(folder, 'bytes'))) {
    const path = join(folder, 'bytes', part)
    if (part.startsWith(unfinished)) await rm(path)
    else for (const sha256 of await readdir(path)) if (!named.has(sha256)) await rm(join(path, sha256))
  }
}
