import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { binOf, root } from '../../scripts/local/packages.ts'
import type { Outcome } from './fault.ts'

interface Line {
  tried: string
  findings: Record<'lost' | 'doubled' | 'stuck' | 'leaked', string[]>
}

/**
 * Has a test in the real workerd of the tests try something so often, and gathers what it says of each try.
 * @param variable which tells it the seed and the number of tries
 */
export async function tryInWorker(
  test: string,
  variable: string,
  task: { seed: number; tries: number },
): Promise<Outcome> {
  const run = spawn(process.execPath, [binOf('vitest'), 'run', '--config', 'vitest.config.ts', test], {
    cwd: root,
    env: { ...process.env, [variable]: JSON.stringify({ seed: task.seed, tries: task.tries }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const outcome: Outcome & { notes: string[] } = { tries: 0, lost: 0, doubled: 0, stuck: 0, leaked: 0, notes: [] }
  for await (const line of createInterface(run.stdout)) {
    const [said] = /\{"tried".*\}/.exec(line) ?? []
    if (said === undefined) continue
    const { tried, findings } = JSON.parse(said) as Line
    outcome.tries += 1
    for (const kind of ['lost', 'doubled', 'stuck', 'leaked'] as const) {
      outcome[kind] += findings[kind].length
      outcome.notes.push(...findings[kind].map((found) => `${tried}: ${kind} ${found}`))
    }
  }
  if (outcome.tries < task.tries) throw new Error(`only ${outcome.tries} of ${task.tries} tries have ended`)
  return outcome
}
