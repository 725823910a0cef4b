/**
 * Makes an organisation and invites its first admin, who invites everybody else:
 *
 *     npm run organization -- 'Example Inc.' admin@example.com --time-zone Asia/Tokyo --language ja
 *
 * It works on the database of DATA_DIR (.data where it is not set); with `--remote` on that of wrangler.toml on Cloudflare,
 * for which wrangler has to be signed in.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { stateIn, withDatabase } from './local/database.ts'
import { addOrganization, type NewOrganization } from './local/organization.ts'
import { Problem, reportProblem } from './local/problem.ts'
import { readSettings } from './local/settings.ts'

try {
  const { remote, organization } = readArguments()
  const { dataDir } = readSettings(process.env, false)
  if (!remote && !existsSync(stateIn(dataDir))) throw new Problem(`DATA_DIR=${dataDir} has no database yet.`)
  await withDatabase(dataDir, (database) => addOrganization(database, organization), { remote })
  console.log(`${organization.name}: ${organization.users[0]!.email} is invited as its admin.`)
} catch (error) {
  reportProblem(error)
}

function readArguments(): { remote: boolean; organization: NewOrganization } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      remote: { type: 'boolean', default: false },
      'time-zone': { type: 'string', default: 'Asia/Tokyo' },
      language: { type: 'string', default: 'ja' },
    },
  })
  const [name, email] = positionals.map((text) => text.trim())
  const { remote, language, 'time-zone': timeZone } = values
  if (!name || !email?.includes('@')) throw new Problem("npm run organization -- 'Name' admin@example.com [--remote]")
  if (language !== 'en' && language !== 'ja') throw new Problem('--language is en or ja.')
  if (!isTimeZone(timeZone)) throw new Problem(`--time-zone ${timeZone} is none; Asia/Tokyo is one.`)
  return { remote, organization: { name, timeZone, language, users: [{ email: email.toLowerCase(), role: 'admin' }] } }
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
