import { type Database, execute } from '../product.ts'
import type { Seeding } from './entry.ts'

/** An organisation with one admin, and as many requests in its object. */
export async function seed(
  { database, url }: { database: Database; url: string },
  { organization, email, audits }: { organization: Seeding['organization']; email: string; audits: number },
) {
  const group = organization.id * 2 - 1
  await execute(database, [
    `INSERT INTO organizations (id, name, object_key) VALUES (${organization.id}, '${email}', '${organization.key}')`,
    `INSERT INTO groups (id, organization_id, name, type) VALUES
       (${group}, ${organization.id}, 'Everybody', 'organization'), (${group + 1}, ${organization.id}, 'Private', 'user')`,
    `INSERT INTO users (organization_id, private_group_id, email, role, language)
       VALUES (${organization.id}, ${group + 1}, '${email}', 'admin', 'en')`,
  ])
  for (let first = 1; first <= audits; first += step) {
    const seeding: Seeding = { organization, first, last: Math.min(audits, first + step - 1), rows: audits }
    const response = await fetch(`${url}/seed`, { method: 'POST', body: JSON.stringify(seeding) })
    if (!response.ok) throw new Error(`seeding answers ${response.status}: ${await response.text()}`)
  }
}

/** Rows of one statement. */
const step = 10_000
