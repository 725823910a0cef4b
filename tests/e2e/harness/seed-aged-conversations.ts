import { withDatabase } from '../../../scripts/local/database.ts'

/** `node seed-aged-conversations.ts DATA_DIR` gives the demo admin one conversation of each age that the sidebar tells apart. */

const ages = ['0 days', '-1 days', '-3 days', '-20 days', '-40 days']

await withDatabase(process.argv[2]!, (database) =>
  database
    .prepare(
      `WITH ages AS (SELECT value, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', value) AS at FROM json_each(?2))
       INSERT INTO conversations (user_id, title, pipeline, favorite, created_at, updated_at)
       SELECT users.id, 'Aged ' || value, 'auto_ai', 0, at, at FROM ages JOIN users ON users.email = ?1`,
    )
    .bind('admin@example.com', JSON.stringify(ages))
    .all(),
)
