import type { Database } from '../product.ts'
import type { Side } from '../side.ts'

export const sizes = { small: 10_000, large: 1_000_000 }

/** An organisation as its admin asks for it. */
export interface Organization extends Side {
  id: number
}

/** Rows of one statement. */
const chunk = 20_000

/** An organisation with so many users, one admin among them. Each has a group, and an address that says nothing of its place. */
export async function seed(
  db: Database,
  { organization, email, users }: { organization: number; email: string; users: number },
) {
  await db.prepare(`INSERT INTO organizations (id, name) VALUES (${organization}, '${email}')`).run()
  await insert(db, organization, `SELECT '${email}' AS email, 'admin' AS role`)
  for (let start = 0; start < users - 1; start += chunk) {
    const end = Math.min(start + chunk, users - 1)
    await insert(
      db,
      organization,
      `SELECT 'person-' || i || '.' || (i * 7919 % 100003) || '@company.example' AS email, 'user' AS role
       FROM (WITH RECURSIVE n(i) AS (SELECT ${start} UNION ALL SELECT i + 1 FROM n WHERE i < ${end - 1}) SELECT i FROM n)`,
    )
  }
}

async function insert(db: Database, organization: number, people: string) {
  await db
    .prepare(
      `INSERT INTO groups (organization_id, name, type) SELECT ${organization}, 'Private', 'user' FROM (${people})`,
    )
    .run()
  await db
    .prepare(
      `INSERT INTO users (organization_id, private_group_id, email, role, language)
       SELECT ${organization}, (SELECT max(id) FROM groups) - row_number() OVER () + 1, email, role, 'en' FROM (${people})`,
    )
    .run()
}
