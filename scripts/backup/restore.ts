import { createHash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Home } from '../../app/provider/backup/calls.ts'
import type { ObjectPart } from '../../app/provider/objects/stored-object.ts'
import { Problem } from '../local/problem.ts'
import type { Progress } from '../local/progress.ts'
import type { BackupWorker } from './client.ts'
import { DirectoryLines } from './directory-lines.ts'
import { bytesPath, hashOfFile, type Opened, readList, readRows, type RowsFile, type StoredBytes } from './folder.ts'
import { inParallel } from './in-parallel.ts'

const atOnce = { objects: 16, bytes: 8, files: 4 }
/** Lines of one call and characters, and bytes of one part of an object, of which R2 wants 5 MiB at least. */
const limits = { lines: 400, characters: 500_000, bytes: 8 * 1024 * 1024 }

/**
 * Reads all of a backup but its bytes, which R2 checks as they come.
 * @throws a {@link Problem} that names what is missing, or is not what was written
 */
export async function verify({ folder, path, manifest }: Opened): Promise<RowsFile[]> {
  const files: RowsFile[] = []
  for (const name of ['rows', 'bytes'] as const) await requireHash(join(path, `${name}.ndjson`), manifest.sha256[name])
  for (const [name, sha256] of Object.entries(manifest.accounts)) await requireHash(join(path, name), sha256)
  for await (const file of readList<RowsFile>(join(path, 'rows.ndjson'))) {
    await requireHash(join(path, file.file), file.sha256)
    files.push(file)
  }
  for await (const { key, sha256, size } of readList<StoredBytes>(join(path, 'bytes.ndjson'))) {
    const found = await stat(bytesPath(folder, sha256)).catch(() => undefined)
    if (found?.size !== size)
      throw new Problem(`${bytesPath(folder, sha256)}, the bytes of ${key}, is missing or not whole.`)
  }
  return files
}

async function requireHash(path: string, sha256: string): Promise<void> {
  const found = await hashOfFile(path).catch(() => undefined)
  if (found !== sha256) throw new Problem(`${path} is ${found ? 'not what was written' : 'missing'}.`)
}

/**
 * Finds out whether a backup can be restored: into nothing, by the version that made it, or into what an interrupted restore of it left.
 * @throws a {@link Problem} that says what to do
 */
export async function requireRoom(worker: BackupWorker, { manifest }: Opened, files: RowsFile[]): Promise<void> {
  const { migrations, organizations, hasBytes, restoring } = await worker.call('state', {})
  const isBegun = restoring === manifest.made_at
  if (!isBegun && (organizations > 0 || hasBytes || restoring))
    throw new Problem(
      `The product is not empty: ${restoring ? 'another restore was begun' : `it has ${organizations > 0 ? 'an organisation' : 'files'}`}. A backup is restored into an empty one (docs/operating.md).`,
    )
  const { directory, organization } = manifest.versions
  const object = files.find(({ home }) => home.kind === 'organization')
  const part = object && ((await worker.call('dump', { home: object.home, place: undefined })) as ObjectPart)
  if (!isDeepStrictEqual(migrations, directory) || (part && part.version !== organization))
    throw new Problem(
      `The backup is of ${manifest.made_at}, when the database was at ${directory.at(-1)}; here it is at ${migrations.at(-1)}.\nDeploy the version of that day, restore, and deploy the present one then: it brings everything up to date.`,
    )
}

export interface Restored {
  rows: number
  /** Rows whose parent was deleted while the backup was made. */
  left: number
  pages: number
}

/**
 * Restores a backup. What names all else comes last, so that nobody finds half of it; where it is interrupted, the same call goes on.
 */
export async function restore(
  worker: BackupWorker,
  opened: Opened,
  files: RowsFile[],
  progress: Progress,
): Promise<Restored> {
  const { folder, path, manifest } = opened
  const restored: Restored = { rows: 0, left: 0, pages: 0 }
  const { restoring } = await worker.call('state', {})
  await worker.call('mark', { backup: manifest.made_at })

  const texts = new Set<string>()
  await progress.step('files and audits', () =>
    inParallel(readList<StoredBytes>(join(path, 'bytes.ndjson')), atOnce.bytes, async (object) => {
      if (object.key.endsWith('/pages')) texts.add(object.key)
      if (restoring && (await worker.call('head', { key: object.key })).size === object.size) return
      await writeBytes(worker, folder, object)
    }),
  )

  const directory = new DirectoryLines()
  async function loadHome({ home, file, rows }: RowsFile) {
    const left = await load(worker, home, join(path, file), home.kind === 'directory' ? directory : undefined)
    await requireRows(worker, home, rows, left)
    restored.left += left
    restored.rows += Object.values(rows).reduce((sum, count) => sum + count, 0)
  }
  const of = (kind: Home['kind']) => files.filter(({ home }) => home.kind === kind)
  await progress.step('audits of organisations', () =>
    inParallel(of('organization'), atOnce.objects, async (file) => {
      await loadHome(file)
      await worker.call('resumeOrganization', { key: keyOf(file) })
    }),
  )
  await progress.step('conversations', () =>
    inParallel(of('member'), atOnce.objects, async (file) => {
      await loadHome(file)
      await worker.call('resumeMember', { key: keyOf(file), ...file.user! })
    }),
  )
  await progress.step('directory', () => inParallel(of('directory'), 1, loadHome))
  await progress.step('search', async (done) => {
    const ids = [...directory.files].filter(([key]) => texts.has(`${key}/pages`)).map(([, id]) => id)
    await inParallel(ids, atOnce.files, async (id) => {
      const { pages } = await worker.call('index', { id })
      restored.pages += pages
    })
    done(`${restored.pages} pages of ${ids.length} files`)
  })
  await worker.call('mark', { backup: undefined })
  return restored
}

const keyOf = ({ home }: RowsFile): string => (home.kind === 'directory' ? '' : home.key)

/** Loads the rows of a home, some at a time. @returns how many were left out */
async function load(worker: BackupWorker, home: Home, path: string, directory?: DirectoryLines): Promise<number> {
  let left = 0
  let lines = ''
  let count = 0
  let values: string | undefined
  const send = async () => {
    const kept = values === undefined ? { lines } : { lines, values }
    left += (await worker.call('load', { home, kept })).left
    directory?.take(lines)
    lines = ''
    count = 0
    values = undefined
  }
  for await (const line of readRows(path)) {
    if (line.startsWith('{"values":')) values = JSON.stringify((JSON.parse(line) as { values: object }).values)
    else {
      lines += `${line}\n`
      count++
    }
    if (count === limits.lines || lines.length > limits.characters) await send()
  }
  await send()
  return left
}

/** More than were written may be there where an interrupted restore goes on, and people have come meanwhile. */
async function requireRows(worker: BackupWorker, home: Home, rows: Record<string, number>, left: number) {
  const found = await worker.call('countRows', { home })
  let missing = 0
  for (const [table, count] of Object.entries(rows)) {
    if (table !== 'sqlite_sequence') missing += Math.max(0, count - (found[table] ?? 0))
  }
  if (missing > left) throw new Problem(`${missing - left} rows of ${JSON.stringify(home)} were not restored.`)
}

/** Writes an object; a large one in parts. R2 compares the bytes of a small one with their hash, those of a large one are compared here. */
async function writeBytes(worker: BackupWorker, folder: string, { key, type, custom, size, sha256 }: StoredBytes) {
  const path = bytesPath(folder, sha256)
  const object = { key, type, custom }
  if (size <= limits.bytes) return worker.write(object, await readFile(path), sha256)
  const { upload } = await worker.call('begin', object)
  const hash = createHash('sha256')
  const parts: R2UploadedPart[] = []
  await using file = await open(path)
  for (let offset = 0; offset < size; offset += limits.bytes) {
    const part = new Uint8Array(Math.min(limits.bytes, size - offset))
    await file.read(part, 0, part.length, offset)
    hash.update(part)
    parts.push(await worker.writePart({ key, upload, number: parts.length + 1 }, part))
  }
  const isWhole = hash.digest('hex') === sha256
  await worker.call('end', { key, upload, ...(isWhole && { parts }) })
  if (!isWhole) throw new Problem(`${path} is not what was written.`)
}
