import { type Database, execute } from '../product.ts'

/** An organisation with these members, the first of whom is its admin; the object of each has the name that their address begins with. */
export async function seedOrganization(database: Database, members: string[]): Promise<void> {
  const list = JSON.stringify(members).replaceAll("'", "''")
  await execute(database, [
    "INSERT INTO organizations (id, name, object_key) VALUES (1, 'Example', 'organization')",
    "INSERT INTO groups (id, organization_id, name, type) VALUES (1, 1, 'Everybody', 'organization')",
    `INSERT INTO groups (id, organization_id, name, type) SELECT key + 2, 1, 'Private', 'user' FROM json_each('${list}')`,
    `INSERT INTO users (organization_id, private_group_id, object_key, email, role, language)
     SELECT 1, key + 2, value, value || '@example.com', iif(key = 0, 'admin', 'user'), 'en' FROM json_each('${list}')`,
  ])
}
