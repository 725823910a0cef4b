import { withDatabase } from '../../../scripts/local/database.ts'
import { addOrganization } from '../../../scripts/local/organization.ts'

/**
 * `node seed-foreign.ts DATA_DIR` makes an organisation with a file, a site and a keyword, all of which have the word `zqforeign`, and
 * invites two into the demo organisation whose access is to change.
 */

await withDatabase(process.argv[2]!, async (database) => {
  const invited = (email: string) => [
    database.prepare("INSERT INTO groups (organization_id, name, type) VALUES (1, 'Private', 'user')"),
    database
      .prepare(
        `INSERT INTO users (organization_id, private_group_id, email, role, language)
         VALUES (1, (SELECT max(id) FROM groups), ?, 'admin', 'en')`,
      )
      .bind(email),
  ]
  await database.batch([...invited('demoted@example.com'), ...invited('left@example.com')])
  await addOrganization(database, {
    name: 'zqforeign',
    timeZone: 'Asia/Tokyo',
    users: [{ email: 'zqforeign@example.com', role: 'admin' }],
    language: 'en',
  })
  const theirs = '(SELECT max(id) FROM organizations)'
  const shared = `(SELECT max(id) FROM groups WHERE organization_id = ${theirs} AND type = 'organization')`
  const statements = [
    `INSERT INTO files (organization_id, group_id, object_key, name, type, mime_type, size, source, status)
     VALUES (${theirs}, ${shared}, 'zqforeign', 'zqforeign.txt', 'document', 'text/plain', 4, 'upload', 'done')`,
    `INSERT INTO sites (organization_id, group_id, url, max_pages, status)
     VALUES (${theirs}, ${shared}, 'https://zqforeign.example/', 1, 'done')`,
    `INSERT INTO blocked_keywords (organization_id, keyword, folded) VALUES (${theirs}, 'zqforeign', 'zqforeign')`,
  ]
  await database.batch(statements.map((statement) => database.prepare(statement)))
})
