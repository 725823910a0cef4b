import type { Database } from './database.ts'
import type { IdentityToolkit } from './identity/identity-toolkit.ts'
import { addOrganization } from './organization.ts'

/** Who can sign in after a first start. These accounts exist only on the emulator. */
export const demoUsers = [
  { email: 'admin@example.com', role: 'admin' },
  { email: 'user@example.com', role: 'user' },
] as const

/** Invites the demo users into an organisation of their own; does nothing where there is one already. */
export async function seedDatabase(database: Database): Promise<void> {
  const { results } = await database.prepare('SELECT id FROM organizations LIMIT 1').all()
  if (results.length > 0) return
  await addOrganization(database, { name: 'Example Inc.', timeZone: 'Asia/Tokyo', users: demoUsers, language: 'en' })
}

/** Makes sure that the demo users can sign in with this password. */
export async function seedAccounts(toolkit: IdentityToolkit, password: string): Promise<void> {
  for (const { email } of demoUsers) await toolkit.ensureAccount(email, password)
}
