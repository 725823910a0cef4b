import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A hash of the names and contents of files and directories, in a stable order. What does not exist counts as absent.
 * @param ignored paths below `root`, with forward slashes, that do not count
 */
export function hashOf(root: string, paths: string[], ignored: string[] = []): string {
  const hash = createHash('sha256')
  for (const path of paths) addPath(path)
  return hash.digest('hex')

  function addPath(path: string) {
    if (ignored.includes(path)) return
    const full = join(root, path)
    const stat = statSync(full, { throwIfNoEntry: false })
    if (stat?.isDirectory()) {
      for (const name of readdirSync(full).toSorted()) addPath(`${path}/${name}`)
    } else if (stat) {
      hash.update(`${path}\0${stat.size}\0`).update(readFileSync(full))
    }
  }
}

const sources = [
  'app',
  'messages',
  'migrations',
  'public',
  'project.inlang/settings.json',
  'app.config.ts',
  'jobs.config.ts',
  'reader.config.ts',
  'viewer.config.ts',
  'paraglide.options.ts',
  'wrangler.toml',
  'wrangler.jobs.toml',
  'wrangler.reader.toml',
  'tsconfig.json',
  'package-lock.json',
]
const generated = ['app/paraglide', 'app/routeTree.gen.ts', 'public/viewer']

/** The hash of everything that a build of the app is made from, without what a build itself writes. */
export const hashOfSources = (root: string): string => hashOf(root, sources, generated)
