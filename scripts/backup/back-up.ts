import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Described, Home } from '../../app/provider/backup/calls.ts'
import type { ObjectPart } from '../../app/provider/objects/stored-object.ts'
import type { Owner } from '../local/data-dir.ts'
import { Problem } from '../local/problem.ts'
import type { Progress } from '../local/progress.ts'
import type { BackupWorker } from './client.ts'
import { DirectoryLines } from './directory-lines.ts'
import {
  backupsIn,
  bytesPath,
  format,
  hashOfFile,
  keepBytes,
  makeFolder,
  type Manifest,
  readList,
  type RowsFile,
  type StoredBytes,
  tidy,
  writeRows,
  writeText,
} from './folder.ts'
import { inParallel } from './in-parallel.ts'

/** What is asked for at the same time. */
const atOnce = { objects: 16, bytes: 8 }
/** How often an object is read again that has changed while it was read. */
const tries = 4

export interface Backing {
  worker: BackupWorker
  /** Of backups, this one among them. */
  folder: string
  /** What it is a backup of. */
  of: string
  /** Whose the data directory is, of a product on this machine. */
  owner?: Owner | undefined
  /** Writes the accounts of this machine into the backup, and gives the names of their files. */
  keepAccounts: (path: string) => string[] | Promise<string[]>
  progress: Progress
}

/** What was made, and what is to be said of it. */
export interface BackedUp {
  path: string
  manifest: Manifest
  /** Bytes that were copied; the others were there. */
  copied: number
  /** Files of the directory whose bytes are not there. */
  gone: number[]
}

/**
 * Makes a backup. The order holds together what is served after a restore: the directory first, since it names all else; each member
 * before the organisation, which then has every audit that a member has handed over; an organisation again, until the segments that it
 * names are there.
 */
export async function backUp({ worker, folder, of, owner, keepAccounts, progress }: Backing): Promise<BackedUp> {
  const madeAt = new Date()
  const path = join(folder, madeAt.toISOString().replaceAll(/[:.]/g, '-'))
  for (const name of ['', 'members', 'organizations']) await makeFolder(join(path, name))
  await makeFolder(join(folder, 'bytes'))
  const accounts: Record<string, string> = {}
  for (const name of await keepAccounts(path)) accounts[name] = await hashOfFile(join(path, name))

  const { migrations, restoring } = await worker.call('state', {})
  if (restoring) throw new Problem('A backup is being restored there: finish that first.')
  const rows = list(join(path, 'rows.ndjson'))
  const versions = { directory: migrations, member: 0, organization: 0 }

  async function keepRows(home: Home, file: string, more: Pick<RowsFile, 'user'> = {}, see?: (lines: string) => void) {
    const { version, ...written } = await dumpTo(worker, home, join(path, file), see)
    if (home.kind !== 'directory') versions[home.kind] = Math.max(versions[home.kind], version)
    return { home, file, ...more, ...written }
  }

  const directory = new DirectoryLines()
  await progress.step('directory', async (done) => {
    rows.add(await keepRows({ kind: 'directory' }, 'directory.ndjson.gz', {}, (lines) => directory.take(lines)))
    done(`${directory.members.length} users, ${directory.files.size} files`)
  })
  await progress.step('conversations', () =>
    inParallel(directory.members, atOnce.objects, async ({ id, key, organizationId }) => {
      const user = { id, organization: directory.organizations.get(organizationId)! }
      rows.add(await keepRows({ kind: 'member', key }, `members/${key}.ndjson.gz`, { user }))
    }),
  )

  const bytes = list(join(path, 'bytes.ndjson'))
  const copies = new Copies(worker, folder, await knownBytes(folder))
  await progress.step('audits', () =>
    inParallel(directory.organizations.values(), 1, async (key) => {
      for (let attempt = 1; ; attempt++) {
        const segments = new Set<string>()
        const file = `organizations/${key}.ndjson.gz`
        const kept = await keepRows({ kind: 'organization', key }, file, {}, (lines) => noteSegments(lines, segments))
        const found: StoredBytes[] = []
        await copies.all(
          `audits/${key}/`,
          () => true,
          (one) => found.push(one),
        )
        for (const { custom } of found) segments.delete(custom.sha256 ?? '')
        if (segments.size > 0 && attempt < tries) continue
        if (segments.size > 0)
          throw new Problem(`The bucket lacks ${segments.size} segments of audits that the organisation ${key} names.`)
        rows.add(kept)
        for (const one of found) bytes.add(one)
        return
      }
    }),
  )
  const there = new Set<string>()
  await progress.step('files', async (done) => {
    const isNamed = ({ key }: Described) => directory.files.has(fileOf(key))
    for (const id of directory.organizations.keys()) {
      await copies.all(`${id}/`, isNamed, (one) => {
        there.add(one.key)
        bytes.add(one)
      })
    }
    done(`${megabytes(copies.copied)} copied of ${megabytes(copies.size)}`)
  })

  await Promise.all([rows.end(), bytes.end()])
  const manifest: Manifest = {
    format,
    made_at: madeAt.toISOString(),
    of,
    ...(owner && { owner }),
    versions,
    sha256: { rows: await hashOfFile(rows.path), bytes: await hashOfFile(bytes.path) },
    accounts,
    members: directory.members.length,
    organizations: directory.organizations.size,
    objects: { count: bytes.count, bytes: copies.size },
  }
  await writeText(join(path, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await tidy(folder)
  const gone = directory.whole.filter((key) => !there.has(key)).map((key) => directory.files.get(key)!)
  return { path, manifest, copied: copies.copied, gone }
}

/** Where the bytes of a file are, beside which its text and its thumbnail lie. */
const fileOf = (key: string) => key.split('/').slice(0, 2).join('/')

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Writes the rows of a home; of a member whose rows change meanwhile, again. */
async function dumpTo(worker: BackupWorker, home: Home, path: string, see: (lines: string) => void = () => {}) {
  for (let attempt = 1; ; attempt++) {
    let version = 0
    const changes = new Set<number>()
    async function* lines() {
      let part: Partial<ObjectPart> = {}
      do {
        part = await worker.call('dump', { home, place: part.next })
        version = part.version ?? 0
        changes.add(part.changes ?? 0)
        if (part.values) yield `{"values":${part.values}}\n`
        see(part.lines!)
        yield part.lines!
      } while (part.next)
    }
    const written = await writeRows(path, lines())
    if (home.kind !== 'member' || changes.size === 1 || attempt === tries) return { ...written, version }
  }
}

/** Notes the segments that an organisation names, by their SHA-256. */
function noteSegments(lines: string, segments: Set<string>): void {
  for (const [line] of lines.matchAll(/^\{"table":"segments".*$/gm)) {
    const { row } = JSON.parse(line) as { row: { sha256: string | null } }
    if (row.sha256 !== null) segments.add(row.sha256)
  }
}

/** The bytes that earlier backups have, or one that was interrupted. */
async function knownBytes(folder: string): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  for (const { name } of await backupsIn(folder)) {
    for await (const { key, etag, sha256 } of readList<StoredBytes>(join(folder, name, 'bytes.ndjson')))
      known.set(`${key} ${etag}`, sha256)
  }
  return known
}

/** Copies the bytes of R2 that are not in the folder yet. */
class Copies {
  copied = 0
  size = 0
  readonly #worker: BackupWorker
  readonly #folder: string
  readonly #known: Map<string, string>

  constructor(worker: BackupWorker, folder: string, known: Map<string, string>) {
    this.#worker = worker
    this.#folder = folder
    this.#known = known
  }

  /** Those below a prefix that are wanted; what is deleted meanwhile is left out. */
  async all(prefix: string, isWanted: (object: Described) => boolean, add: (one: StoredBytes) => void): Promise<void> {
    await inParallel(this.#listed(prefix), atOnce.bytes, async (object) => {
      if (!isWanted(object)) return
      const kept = (await this.#there(object)) ?? (await this.#copy(object.key))
      if (!kept) return
      this.size += kept.size
      add(kept)
    })
  }

  async *#listed(prefix: string): AsyncGenerator<Described> {
    let cursor: string | undefined
    do {
      const page = await this.#worker.call('list', { prefix, cursor })
      yield* page.objects
      cursor = page.cursor
    } while (cursor)
  }

  async #there(object: Described): Promise<StoredBytes | undefined> {
    const sha256 = this.#known.get(`${object.key} ${object.etag}`)
    if (!sha256) return undefined
    const found = await stat(bytesPath(this.#folder, sha256)).catch(() => undefined)
    return found?.size === object.size ? { ...object, sha256 } : undefined
  }

  async #copy(key: string): Promise<StoredBytes | undefined> {
    for (let attempt = 1; ; attempt++) {
      const found = await this.#worker.read(key)
      if (!found) return undefined
      const { sha256, size } = await keepBytes(this.#folder, found.body).catch(() => ({ sha256: '', size: -1 }))
      this.copied += Math.max(0, size)
      if (size === found.about.size) return { ...found.about, sha256 }
      if (attempt === tries) throw new Problem(`The bytes of ${key} do not come whole.`)
    }
  }
}

/** A list that is written line by line, so that an interrupted one says what is there. */
function list(path: string) {
  const out = createWriteStream(path, { mode: 0o600 })
  const written = { path, count: 0 }
  return Object.assign(written, {
    add(line: object) {
      written.count++
      out.write(`${JSON.stringify(line)}\n`)
    },
    end: () => new Promise<void>((resolve, reject) => out.on('error', reject).end(resolve)),
  })
}
