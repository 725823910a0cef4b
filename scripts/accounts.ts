/**
 * Prints a link with which somebody who was invited sets a password, for a server whose accounts are its own (`npm run serve`):
 *
 *     npm run accounts -- link person@example.com
 *
 * It works on DATA_DIR (`data` where it is not set), also while the server runs.
 */
import { resolve } from 'node:path'
import { comparableEmail } from '../app/contract/email.ts'
import { withDatabase } from './local/database.ts'
import { Problem, reportProblem } from './local/problem.ts'
import { hasOwnAccounts, passwordLink } from './serve/accounts/files.ts'

try {
  const [command, email] = process.argv.slice(2)
  if (command !== 'link' || !email?.includes('@')) throw new Problem('npm run accounts -- link person@example.com')
  const dataDir = resolve(process.env.DATA_DIR || 'data')
  if (!hasOwnAccounts(dataDir)) throw new Problem(`DATA_DIR=${dataDir} has no accounts of its own.`)
  await requireInvited(dataDir, email)
  console.log(passwordLink(dataDir, email))
} catch (error) {
  reportProblem(error)
}

async function requireInvited(dataDir: string, email: string): Promise<void> {
  const find = 'SELECT id FROM users WHERE email = ? LIMIT 1'
  const found = await withDatabase(dataDir, (database) => database.prepare(find).bind(comparableEmail(email)).all())
  if (found.results.length === 0) throw new Problem(`${email} is not invited: an admin invites people at /admin/users.`)
}
