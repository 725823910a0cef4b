/**
 * Makes an organisation and invites its first admin, who invites everybody else:
 *
 *     npm run organization -- 'Example Inc.' admin@example.com --time-zone Asia/Tokyo --language ja
 *
 * It works on the database of DATA_DIR (.data where it is not set); with `--remote` on that of a deployment, production's or that of `--env`.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { comparableEmail } from '../app/contract/email.ts'
import { chooseAccount } from './deploy/ask.ts'
import { signIn } from './deploy/cloudflare.ts'
import { remoteDatabase } from './deploy/database.ts'
import { findDatabase } from './deploy/resources.ts'
import { readSettings as readDeployment, settingsFile, suffixOf } from './deploy/settings.ts'
import { stateIn, withDatabase } from './local/database.ts'
import { addOrganization, isTimeZone, type NewOrganization } from './local/organization.ts'
import { Problem, reportProblem } from './local/problem.ts'
import { readSettings } from './local/settings.ts'
import { hasOwnAccounts, passwordLink } from './serve/accounts/files.ts'

try {
  const { environment, organization } = readArguments()
  if (environment) await addRemotely(environment, organization)
  else await addLocally(organization)
  const { email } = organization.users[0]!
  console.log(`${organization.name}: ${email} is invited as its admin.`)
  if (!environment) tellLink(email)
} catch (error) {
  reportProblem(error)
}

async function addLocally(organization: NewOrganization): Promise<void> {
  const { dataDir } = readSettings(process.env, false)
  if (!existsSync(stateIn(dataDir))) throw new Problem(`DATA_DIR=${dataDir} has no database yet.`)
  await withDatabase(dataDir, (database) => addOrganization(database, organization))
}

/** Where accounts are the server's own, nothing else gives the first admin a password. */
function tellLink(email: string): void {
  const { dataDir } = readSettings(process.env, false)
  if (hasOwnAccounts(dataDir))
    console.log(`Within three days, once, it sets the password:\n${passwordLink(dataDir, email)}`)
}

async function addRemotely(environment: string, organization: NewOrganization): Promise<void> {
  const suffix = suffixOf(environment)
  const cloudflare = await signIn(readDeployment(settingsFile(environment)).account, chooseAccount)
  const id = await findDatabase({ cloudflare, suffix })
  if (!id) throw new Problem(`${environment} is not deployed yet on the account ${cloudflare.account.name}.`)
  await addOrganization(remoteDatabase(cloudflare, id), organization)
}

/** The environment is none without `--remote`. */
function readArguments(): { environment: string | undefined; organization: NewOrganization } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      remote: { type: 'boolean', default: false },
      env: { type: 'string', default: 'production' },
      'time-zone': { type: 'string', default: 'Asia/Tokyo' },
      language: { type: 'string', default: 'ja' },
    },
  })
  const [name, email] = positionals.map((text) => text.trim())
  const { remote, env, language, 'time-zone': timeZone } = values
  if (!name || !email?.includes('@'))
    throw new Problem("npm run organization -- 'Name' admin@example.com [--remote [--env staging]]")
  if (language !== 'en' && language !== 'ja') throw new Problem('--language is en or ja.')
  if (!isTimeZone(timeZone)) throw new Problem(`--time-zone ${timeZone} is none; Asia/Tokyo is one.`)
  const environment = remote ? env : undefined
  return {
    environment,
    organization: { name, timeZone, language, users: [{ email: comparableEmail(email), role: 'admin' }] },
  }
}
