import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { binOf, root } from '../../../scripts/local/packages.ts'
import type { Fault, Outcome } from '../fault.ts'

interface Line {
  storageFault: string
  findings: Record<'lost' | 'doubled' | 'stuck' | 'leaked', string[]>
}

/** In the real workerd of the tests, whose bindings can fail (`tests/worker/storage-faults`). */
export const fault: Fault = {
  name: 'calls of the storage that fail',
  tries: 200,
  async run({ seed, tries }) {
    const test = ['run', '--config', 'vitest.config.ts', 'tests/worker/storage-faults.test.ts']
    const run = spawn(process.execPath, [binOf('vitest'), ...test], {
      cwd: root,
      env: { ...process.env, TEST_STORAGE_FAULTS: JSON.stringify({ seed, tries }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const outcome: Outcome & { notes: string[] } = { tries: 0, lost: 0, doubled: 0, stuck: 0, leaked: 0, notes: [] }
    for await (const line of createInterface(run.stdout)) {
      const [said] = /\{"storageFault".*\}/.exec(line) ?? []
      if (said === undefined) continue
      const { storageFault, findings } = JSON.parse(said) as Line
      outcome.tries += 1
      for (const kind of ['lost', 'doubled', 'stuck', 'leaked'] as const) {
        outcome[kind] += findings[kind].length
        outcome.notes.push(...findings[kind].map((found) => `${storageFault}: ${kind} ${found}`))
      }
    }
    if (outcome.tries < tries) throw new Error(`only ${outcome.tries} of ${tries} tries have ended`)
    return outcome
  },
}
