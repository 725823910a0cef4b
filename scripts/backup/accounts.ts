import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DataDir, writeWhole } from '../local/data-dir.ts'

/** The accounts of a laptop, in a file of JSON, and those of a server, in one of SQLite. A deployment's are Firebase's. */
const files = { laptop: 'accounts.json', server: 'accounts.sqlite' }

/** Copies the accounts of a data directory that nobody uses meanwhile. @returns the names of what was written */
export function keepAccounts(dataDir: DataDir, path: string): string[] {
  const kept = Object.values(files).filter((name) => existsSync(dataDir.file(name)))
  for (const name of kept) {
    const copy = join(path, name)
    if (name === files.server) vacuum(dataDir.file(name), copy)
    else copyFileSync(dataDir.file(name), copy)
    chmodSync(copy, 0o600)
  }
  return kept
}

/** A copy that has what stands in the log beside the file, too. */
function vacuum(from: string, to: string): void {
  const database = new DatabaseSync(from)
  database.prepare('VACUUM INTO ?').run(to)
  database.close()
}

export function restoreAccounts(path: string, dataDir: DataDir): void {
  for (const name of Object.values(files)) {
    if (existsSync(join(path, name))) writeWhole(dataDir.file(name), readFileSync(join(path, name)))
  }
}
