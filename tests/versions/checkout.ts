import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/local/packages.ts'
import { runNode } from '../../scripts/local/run.ts'

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** Where tables are told, the directory's and the objects'. */
const schemas = ['migrations', ':(glob)app/provider/**/tables.ts']

/** The version before: the latest tag `v…` behind the present commit; where there is none, the commit before the last change of a table. */
export function versionBefore(): string {
  const tags = git('tag', '--merged', 'HEAD~', '--list', 'v*', '--sort=-creatordate')
  if (tags) return tags.split('\n')[0]!
  return git('rev-parse', '--short', `${git('log', '-1', '--format=%h', '--', ...schemas)}~`)
}

/** Files of migrations that a version has and the present sources have otherwise, or no more. */
export const editedSince = (version: string): string[] =>
  git('diff', '--name-only', '--diff-filter=a', version, '--', 'migrations').split('\n').filter(Boolean)

/**
 * The sources of a version in a directory of their own, with the packages of the present one.
 * @param cleanup receives what removes them
 */
export async function checkOut(version: string, cleanup: AsyncDisposableStack): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'version-'))
  cleanup.defer(() => {
    rmSync(directory, { recursive: true, force: true })
    git('worktree', 'prune')
  })
  git('worktree', 'add', '--detach', '--force', directory, version)
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  const { code, output } = await runNode('scripts/generate.ts', [], { cwd: directory })
  if (code !== 0) throw new Error(output)
  return directory
}
