import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname, join } from 'node:path'
import { resolveConfig } from 'vite'
import { hashOf } from './build-hash.ts'
import { binOf, root } from './packages.ts'
import { Problem } from './problem.ts'
import { quietEnv } from './environment.ts'
import { runNode } from './run.ts'

const workerTypes = 'worker-configuration.d.ts'
const stamp = join(root, '.build/worker-types.hash')

/**
 * Makes the files that the types and the linter need and git does not keep: the compiled messages, the types of the
 * Worker's bindings and the route tree. A build makes them too; this takes a fraction of its time.
 * @throws a {@link Problem} with the output of the tool that failed
 */
export async function generate(): Promise<void> {
  await Promise.all([messages(), bindings()])
  await routeTree()
}

const messages = () =>
  must('The messages do not compile', binOf('@inlang/paraglide-js', 'paraglide-js'), [
    'compile',
    '--project=./project.inlang',
    '--outdir=./app/paraglide',
  ])

async function bindings() {
  const hash = hashOf(root, [
    'wrangler.toml',
    'wrangler.reader.toml',
    'package-lock.json',
    'app/server.ts',
    'app/reader.ts',
  ])
  if (existsSync(join(root, workerTypes)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  await must('The types of the bindings cannot be made', binOf('wrangler'), [
    'types',
    workerTypes,
    // The second one says what the first one's binding to it can do.
    '--config=wrangler.toml',
    '--config=wrangler.reader.toml',
    // Without it, an empty variable has the type "".
    '--strict-vars=false',
    // What a developer has in .dev.vars is no part of the types.
    `--env-file=${devNull}`,
  ])
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/** Start's Vite plugin writes it as soon as the configuration is resolved. */
async function routeTree() {
  if (existsSync(join(root, 'app/routes/__root.tsx'))) await resolveConfig({ configFile: 'app.config.ts' }, 'build')
}

async function must(failure: string, file: string, args: string[]) {
  const { code, output } = await runNode(file, args, { cwd: root, env: quietEnv() })
  if (code !== 0) throw new Problem(`${failure}:\n${output.trimEnd()}`)
}
