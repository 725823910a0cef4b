import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { randomFrom } from '../random.ts'
import type { Fault, Outcome } from './fault.ts'

/**
 * `npm run chaos -- --seed N [--tries N] [--only name,…] [--alone]`: all that may go wrong in the middle of the product's work, and what was
 * lost, doubled, stuck or leaked by it: zeros, or it ends with 1. Without a seed it takes one and says which. Each file of `faults`
 * is a fault; `--only` takes the files' names, `--alone` leaves out the seeds that once found something.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    tries: { type: 'string' },
    only: { type: 'string' },
    alone: { type: 'boolean' },
  },
})
const counts = ['lost', 'doubled', 'stuck', 'leaked'] as const
const faults = new URL('faults/', import.meta.url)

async function main() {
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const names = readdirSync(faults)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
  const chosen = values.only?.split(',') ?? names
  const unknown = chosen.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}. There are ${names.join(', ')}.`)
  const rows: Record<string, Omit<Outcome, 'notes'>> = {}
  const notes: string[] = []
  for (const name of chosen) {
    const { fault } = (await import(new URL(`${name}.ts`, faults).href)) as { fault: Fault }
    for (const each of new Set([seed, ...(values.alone ? [] : (fault.foundBy ?? []))])) {
      const tries = Number(values.tries ?? fault.tries)
      const outcome = await fault.run({ random: randomFrom(each), seed: each, tries })
      const { notes: said = [], ...numbers } = outcome
      rows[`${fault.name} (${name}, seed ${each})`] = numbers
      notes.push(...said.map((note) => `${name}, seed ${each}: ${note}`))
    }
  }
  console.table(rows, ['tries', ...counts])
  for (const note of notes) console.log(note)
  const bad = Object.values(rows).reduce((sum, row) => sum + counts.reduce((all, count) => all + row[count], 0), 0)
  console.log(bad === 0 ? 'Nothing lost, doubled, stuck or leaked.' : `${bad} lost, doubled, stuck or leaked.`)
  process.exitCode = bad === 0 ? 0 : 1
}

await main()
