/**
 * Takes the last `npm run deploy` back:
 *
 *     npm run rollback [-- --env staging] [--dry-run] [--yes]
 *
 * What would change is shown first; `--dry-run` ends there. Run again, it goes one run further back. docs/operating.md says more.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addressOf } from './deploy/address.ts'
import { chooseAccount, isWanted } from './deploy/ask.ts'
import { type Cloudflare, signIn } from './deploy/cloudflare.ts'
import { checkHealth } from './deploy/health.ts'
import { mayHaveOtherSecrets, planRollback, type Step } from './deploy/rollback.ts'
import { readSettings, settingsFile, suffixOf } from './deploy/settings.ts'
import { type Deployed, deployVersion } from './deploy/versions.ts'
import { front } from './deploy/workers.ts'
import { reportProblem } from './local/problem.ts'
import { Progress } from './local/progress.ts'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      env: { type: 'string', default: 'production' },
      settings: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const suffix = suffixOf(values.env)
  const settings = readSettings(resolve(values.settings ?? settingsFile(values.env)))
  const cloudflare = await signIn(settings.account, chooseAccount)
  const address = await addressOf(settings, { cloudflare, suffix })

  const steps = await planRollback(cloudflare, suffix)
  console.log(`\n${values.env}: ${address}, on the account ${cloudflare.account.name} (${cloudflare.account.id})\n`)
  show(steps)
  if (values['dry-run']) return console.log('This was a dry run.')
  if (!values.yes && !(await isWanted())) return
  await rollBack(cloudflare, steps)

  const { from, to } = steps.find(({ script }) => script === front.name + suffix)!
  const health = await checkHealth(address, (to ?? from).id)
  console.log(`\n${address}: ${health}. \`npm run deploy\` goes forward again.`)
}

function show(steps: Step[]): void {
  for (const { script, from, to } of steps)
    console.log(to ? `  + ${script}: from ${nameOf(from)} back to ${nameOf(to)}` : `  = ${script}: ${nameOf(from)}`)
  console.log(
    '\nVariables and secrets come back with their versions. Databases, files and what objects keep stay as they are.',
  )
  if (steps.some(mayHaveOtherSecrets)) console.log('Secrets have changed since: those of before hold again.')
  console.log('')
}

const nameOf = ({ id, at }: Deployed) => `${id.slice(0, 8)} of ${at.slice(0, 16).replace('T', ' ')} UTC`

/** Whoever calls another goes back before it: it called the present one before, too. */
async function rollBack(cloudflare: Cloudflare, steps: Step[]): Promise<void> {
  const progress = new Progress()
  for (const { script, from, to } of steps) {
    if (!to) continue
    await progress.step(`Worker ${script}`, () =>
      deployVersion(cloudflare, script, {
        version: to.id,
        message: `back from ${from.id.slice(0, 8)}`,
      }),
    )
  }
}

await main().catch(reportProblem)
