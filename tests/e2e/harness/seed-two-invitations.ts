import { withDatabase } from '../../../scripts/local/database.ts'
import { addOrganization } from '../../../scripts/local/organization.ts'

/** `node seed-two-invitations.ts DATA_DIR` has two more organisations invite hanako@example.com. */

await withDatabase(process.argv[2]!, async (database) => {
  for (const name of ['Northwind', 'Minato']) {
    await addOrganization(database, {
      name,
      timeZone: 'Asia/Tokyo',
      users: [{ email: 'hanako@example.com', role: 'user' }],
      language: 'en',
    })
  }
})
