/**
 * Checks that no audit was altered or removed: `npm run audits:verify`. It reads the database of DATA_DIR (.data where it is
 * not set); with `--remote` that of wrangler.toml on Cloudflare, for which wrangler has to be signed in. Ends with 1 when
 * something is wrong.
 *
 * The hash of a row is defined in app/provider/audits/link.ts; an export of the audits has all that it covers, so that a
 * file can be checked by the same rule (cells that begin like a formula have an apostrophe in front there).
 */
import { existsSync } from 'node:fs'
import { verifyAudits } from '../app/provider/audits/verify.ts'
import { stateIn, withDatabase } from './local/database.ts'
import { Problem, reportProblem } from './local/problem.ts'
import { readSettings } from './local/settings.ts'

try {
  const remote = process.argv.includes('--remote')
  const { dataDir } = readSettings(process.env, false)
  if (!remote && !existsSync(stateIn(dataDir))) throw new Problem(`DATA_DIR=${dataDir} has no database yet.`)
  await withDatabase(dataDir, report, { remote })
} catch (error) {
  reportProblem(error)
}

async function report(database: Parameters<Parameters<typeof withDatabase>[1]>[0]): Promise<void> {
  let problems = 0
  const results = verifyAudits(async <Row>(sql: string, ...values: (string | number)[]) => {
    const { results } = await database
      .prepare(sql)
      .bind(...values)
      .all<Row>()
    return results
  })
  for await (const result of results) {
    const organization = result.organizationId === undefined ? '' : `organisation ${result.organizationId}: `
    if ('head' in result)
      console.log(`${organization}${result.rows} rows are as they were written; head ${result.head}`)
    else {
      problems++
      console.error(`${organization}${result.text}${result.id === undefined ? '' : ` (audit ${result.id})`}`)
    }
  }
  console.log(
    problems === 0 ? 'The audits are whole.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`,
  )
  if (problems > 0) process.exitCode = 1
}
