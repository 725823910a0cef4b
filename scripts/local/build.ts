import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfSources } from './build-hash.ts'
import { binOf, root } from './packages.ts'
import { Problem } from './problem.ts'
import { quietEnv } from './environment.ts'
import { type RunOptions, runNode } from './run.ts'

const stamp = join(root, 'dist/.build-hash')
/**
 * Each is a build of its own. The viewer's output is among the public files of the app, which comes last, since Wrangler takes
 * the last Worker that was built for the one that is meant.
 */
const configs = ['viewer.config.ts', 'reader.config.ts', 'app.config.ts']

/** `show` lets the output through as it comes; otherwise it is part of the message of a failure. */
export type BuildOptions = Pick<RunOptions, 'show' | 'signal'>

/** Whether the sources are as they were at the last finished build. */
export const isBuilt = (): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources(root)

/**
 * Builds the document viewer and all Workers into `dist/`.
 * @throws a {@link Problem} with the output of the build that failed
 */
export async function build(options: BuildOptions = {}): Promise<void> {
  const hash = hashOfSources(root)
  for (const config of configs) await buildOne(config, options)
  writeFileSync(stamp, hash)
}

/** Builds what Vite's development server of the app does not serve: the document viewer and the Worker that reads documents. */
export async function buildBesideApp(options: BuildOptions = {}): Promise<void> {
  for (const config of configs.filter((config) => config !== 'app.config.ts')) await buildOne(config, options)
}

async function buildOne(config: string, { show, signal }: BuildOptions) {
  if (!existsSync(join(root, config))) return
  const env = quietEnv({ NODE_ENV: 'production' })
  const { code, output } = await runNode(binOf('vite'), ['build', '--config', config], { cwd: root, env, show, signal })
  if (code !== 0) throw new Problem(`vite build --config ${config} failed${show ? '.' : `:\n${output.trimEnd()}`}`)
}
