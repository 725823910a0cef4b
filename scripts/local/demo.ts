import type { Database } from './database.ts'
import type { IdentityToolkit } from './identity-toolkit.ts'

/** Who can sign in after a first start. These accounts exist only on the emulator. */
export const demoUsers = [
  { email: 'admin@example.com', role: 'admin' },
  { email: 'user@example.com', role: 'user' },
] as const

const organization = 'Example Inc.'

/** Invites the demo users into an organisation of their own, all at once; does nothing where there is one already. */
export async function seedDatabase(database: Database): Promise<void> {
  const { results } = await database.prepare('SELECT id FROM organizations LIMIT 1').all()
  if (results.length > 0) return

  const organizationId = '(SELECT id FROM organizations WHERE name = ?1)'
  const insertGroup = `INSERT INTO groups (organization_id, name, type) VALUES (${organizationId}, ?2, ?3)`
  await database.batch([
    database.prepare('INSERT INTO organizations (name) VALUES (?)').bind(organization),
    database.prepare(insertGroup).bind(organization, organization, 'organization'),
    ...demoUsers.flatMap(({ email, role }) => [
      database.prepare(insertGroup).bind(organization, 'Private', 'user'),
      database
        .prepare(
          `INSERT INTO users (organization_id, private_group_id, email, role, language)
           VALUES (${organizationId}, (SELECT max(id) FROM groups), ?2, ?3, 'en')`,
        )
        .bind(organization, email, role),
    ]),
  ])
}

/** Makes sure that the demo users can sign in with this password. */
export async function seedAccounts(toolkit: IdentityToolkit, password: string): Promise<void> {
  for (const { email } of demoUsers) await toolkit.ensureAccount(email, password)
}
