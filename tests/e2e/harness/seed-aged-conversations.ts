import { seedMember } from './seed-member.ts'

/** `node seed-aged-conversations.ts DATA_DIR` gives the demo admin one conversation of each age that the sidebar tells apart. */

const ages = ['0 days', '-1 days', '-3 days', '-20 days', '-40 days']

await seedMember(process.argv[2]!, 'admin@example.com', [
  [
    `WITH ages AS (SELECT value, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', value) AS at FROM json_each(?))
     INSERT INTO conversations (title, agent, favorite, created_at, updated_at)
     SELECT 'Aged ' || value, 'auto_ai', 0, at, at FROM ages`,
    JSON.stringify(ages),
  ],
])
