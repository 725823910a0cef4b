import { withDatabase } from '../../../scripts/local/database.ts'

/**
 * `node seed-conversations.ts DATA_DIR` gives the demo user 100,000 conversations, one a minute back from now, of which the
 * 50,000th is a favorite, and the demo admin one of each age.
 */
await withDatabase(process.argv[2]!, async (database) => {
  const ages = ['0 days', '-1 days', '-3 days', '-20 days', '-40 days']
  const write = `INSERT INTO conversations (user_id, title, pipeline, favorite, created_at, updated_at)`
  await database.batch([
    database
      .prepare(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2),
         talks AS (SELECT n, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (n - ?2 - 1) || ' minutes') AS at FROM numbers)
         ${write}
         SELECT users.id, 'Talk ' || n, 'auto_ai', n = 50000, at, at FROM talks JOIN users ON users.email = ?1 ORDER BY n`,
      )
      .bind('user@example.com', 100_000),
    database
      .prepare(
        `WITH ages AS (SELECT value, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', value) AS at FROM json_each(?2))
         ${write}
         SELECT users.id, 'Aged ' || value, 'auto_ai', 0, at, at FROM ages JOIN users ON users.email = ?1`,
      )
      .bind('admin@example.com', JSON.stringify(ages)),
  ])
})
