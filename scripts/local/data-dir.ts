import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Problem } from './problem.ts'

/** A data directory that this process alone uses. */
export interface DataDir {
  path: string
  /** The path of a file or directory inside it. */
  file: (...names: string[]) => string
  /** Lets another process use it. */
  release: () => void
}

/** What keeps its data in a directory: the demo's accounts and an organisation's must never meet. */
export type Owner = 'npm start' | 'npm run serve'

/**
 * Makes the directory that holds everything that a local start keeps, and takes it for this process.
 * @throws a {@link Problem} when it is a file, cannot be written, is in use or is of another owner
 */
export function openDataDir(path: string, owner: Owner = 'npm start'): DataDir {
  const file = (...names: string[]) => join(path, ...names)
  try {
    if (existsSync(path) && !statSync(path).isDirectory()) throw new Problem(`DATA_DIR=${path} is not a directory.`)
    mkdirSync(file('logs'), { recursive: true })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(`DATA_DIR=${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
  const release = lock(path, file('lock'))
  requireOwner(path, file('owner'), owner)
  return { path, file, release }
}

/** Whose a directory is; of nobody until it is used. */
export function ownerOf(path: string): Owner | undefined {
  const mark = join(path, 'owner')
  return existsSync(mark) ? (readFileSync(mark, 'utf8') as Owner) : undefined
}

function requireOwner(path: string, mark: string, owner: Owner) {
  if (!existsSync(mark)) writeWhole(mark, owner)
  const known = readFileSync(mark, 'utf8')
  if (known !== owner) throw new Problem(`DATA_DIR=${path} belongs to ${known}; set another.`)
}

/** SQLite's own lock: the system lets go of it however the process ends, so that it is never stale. */
function lock(directory: string, path: string): () => void {
  try {
    const database = new DatabaseSync(path)
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return () => database.close()
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number }
    const busy = errcode === 5
    throw new Problem(
      busy ? `DATA_DIR=${directory} is in use by another start; set another.` : `DATA_DIR=${directory}: ${message}.`,
    )
  }
}

/** Writes a file so that a reader, or a start after a crash, sees the old content or the new one, never a part. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** The secret kept in a file; made once, for the owner's eyes only. */
export function secretIn(path: string): string {
  if (!existsSync(path)) writeWhole(path, randomBytes(32).toString('base64url'))
  return readFileSync(path, 'utf8')
}
