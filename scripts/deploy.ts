/**
 * Deploys the product to Cloudflare, whatever of it is there already:
 *
 *     npm run deploy -- [--env staging] [--dry-run] [--yes] [--empty]
 *
 * Each environment has its own settings (`.deploy/<environment>.json`, or `--settings`) and its own names for everything. Secrets are taken
 * from the environment of the command. What would change is shown first; `--dry-run` ends there; `--empty`
 * invites nobody, for a backup to be restored. docs/operating.md says more.
 */
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { secretNames } from '../app/secrets.ts'
import { addressOf } from './deploy/address.ts'
import { chooseAccount, isWanted } from './deploy/ask.ts'
import { signIn } from './deploy/cloudflare.ts'
import { complete } from './deploy/complete.ts'
import type { Deployment, Part } from './deploy/deployment.ts'
import { checkHealth } from './deploy/health.ts'
import { planOf } from './deploy/plan.ts'
import { readSettings, settingsFile, suffixOf, writeSettings } from './deploy/settings.ts'
import { deployedVersion } from './deploy/versions.ts'
import { front } from './deploy/workers.ts'
import { Problem, reportProblem } from './local/problem.ts'
import { Progress } from './local/progress.ts'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      env: { type: 'string', default: 'production' },
      settings: { type: 'string' },
      prebuilt: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      empty: { type: 'boolean', default: false },
    },
  })
  const { env: environment, 'dry-run': isDry, yes, empty: isEmpty } = values
  const suffix = suffixOf(environment)
  const file = resolve(values.settings ?? settingsFile(environment))
  const settings = readSettings(file)
  const cloudflare = await signIn(settings.account, chooseAccount)
  const deployment: Deployment = {
    environment,
    suffix,
    settings: await complete(settings, { cloudflare, suffix, file, isEmpty }),
    cloudflare,
    secrets: secretsIn(process.env),
    directory: join(dirname(file), environment),
    isEmpty,
    prebuilt: values.prebuilt && resolve(values.prebuilt),
    address: await addressOf(settings, { cloudflare, suffix }),
  }
  if (!isDry) writeSettings(file, deployment.settings)

  const plan = await planOf(deployment)
  show(deployment, plan)
  const changes = plan.filter(({ change }) => change)
  if (isDry) return console.log(`${countOf(changes)} to make; this was a dry run.`)
  if (changes.length > 0 && !yes && !(await isWanted())) return
  await makeAll(changes)
  await announce(deployment, changes)
}

const secretsIn = (environment: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(secretNames.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))

function show({ environment, cloudflare, address }: Deployment, plan: Part[]): void {
  console.log(`\n${environment}: ${address}, on the account ${cloudflare.account.name} (${cloudflare.account.id})\n`)
  for (const { name, change } of plan) console.log(change ? `  + ${name}: ${change}` : `  = ${name}`)
  console.log('')
}

const countOf = ({ length }: Part[]) => (length === 1 ? '1 change' : `${length || 'no'} changes`)

async function makeAll(changes: Part[]): Promise<void> {
  const progress = new Progress()
  for (const { name, make } of changes) {
    await progress
      .step(name, async (done) => {
        const words = await make!()
        if (words) done(words)
      })
      .catch((error: unknown) => {
        progress.stop()
        const again = 'What was done stays; run the same command again to go on.'
        throw error instanceof Problem ? new Problem(`${name} failed.\n${error.message}\n${again}`) : error
      })
  }
}

async function announce({ address, cloudflare, suffix, settings }: Deployment, changes: Part[]): Promise<void> {
  const version = await deployedVersion(cloudflare, front.name + suffix)
  const health = await checkHealth(address, version!.id)
  console.log(`\n${changes.length === 0 ? 'Nothing had to change. ' : ''}${address}: ${health}.`)
  if (!changes.some(({ name }) => name === 'first organisation')) return
  const { FIREBASE_PROJECT_ID: project } = settings.variables
  const page = `https://console.firebase.google.com/project/${project}/authentication/settings`
  console.log(`Once, so that people can sign in: add ${new URL(address).hostname} to the authorised domains at ${page}`)
}

await main().catch(reportProblem)
