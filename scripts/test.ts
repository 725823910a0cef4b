import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, isBuilt } from './local/build.ts'
import { findOrInstallChromium } from './local/chromium.ts'
import { binOf, root } from './local/packages.ts'
import { quietEnv } from './local/environment.ts'
import { runNode } from './local/run.ts'
import { closingLine, countsOf, type Counts, sumOf } from './local/test-counts.ts'

/**
 * `npm test`: every stage in turn until one fails. `npm test -- unit browser` runs only those.
 * The last line is always `N passed, N failed`; a stage that fails without a failed test counts as one.
 */
const stages: Record<string, () => Promise<Counts>> = {
  lint: () => tool('oxlint', ['--deny-warnings']),
  format: () => tool('oxfmt', ['--check']),
  types: () => tool('typescript', [], 'tsc'),
  unit: () => vitest('unit', ['--config', 'vitest.config.ts'], { minutes: 15 }),
  browser: async () => {
    const options = { minutes: 40, env: { CHROMIUM_PATH: await findOrInstallChromium(say) } }
    if (!isBuilt()) await build({ show: true })
    return sumOf(
      await Promise.all(
        browserHalves.map((half) => vitest(`browser-${half}`, [...browserTests, `--shard=${half}/2`], options)),
      ),
    )
  },
}

/** Their own reporter has to be named beside those of every stage. */
const browserTests = ['--config', 'tests/e2e/vitest.config.ts', '--reporter=./tests/e2e/harness/retried-tests.ts']

/** They run at the same time, each with a product and a browser of its own: these tests wait more than they work. */
const browserHalves = [1, 2]

const say = (line: string) => console.log(`\n— ${line}`)

async function tool(name: string, args: string[], command = name): Promise<Counts> {
  const { code } = await runNode(binOf(name, command), args, { cwd: root, show: true })
  return { passed: 0, failed: code === 0 ? 0 : 1 }
}

interface VitestOptions {
  /** How long it may take, more than twice of what it does on two cores: what takes longer hangs, and is stopped. */
  minutes: number
  env?: Record<string, string>
}

async function vitest(stage: string, args: string[], { minutes, env }: VitestOptions): Promise<Counts> {
  const report = join(root, `test-results/${stage}.json`)
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const signal = AbortSignal.timeout(minutes * 60_000)
  const { code } = await runNode(binOf('vitest'), ['run', ...args, ...reporters], {
    cwd: root,
    env: quietEnv(env),
    show: true,
    signal,
  })
  if (signal.aborted) say(`${stage} had not ended after ${minutes} minutes and was stopped`)
  return countsOf(report, code)
}

async function main(wanted: string[]) {
  const unknown = wanted.find((name) => !(name in stages))
  if (unknown) throw new Error(`There is no stage ${unknown}; there are ${Object.keys(stages).join(', ')}.`)

  // A process of its own: Vite sets NODE_ENV.
  if ((await runNode('scripts/generate.ts', [], { cwd: root, show: true })).code !== 0) return { passed: 0, failed: 1 }
  const counts: Counts[] = []
  for (const [name, stage] of Object.entries(stages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    say(name)
    const count = await stage()
    counts.push(count)
    if (count.failed > 0) break
  }
  return sumOf(counts)
}

// Ctrl-C reaches the running stage too: it ends, and the closing line is printed as after any failure.
process.on('SIGINT', () => {})

const total = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  return { passed: 0, failed: 1 }
})
console.log(`\n${closingLine(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0
