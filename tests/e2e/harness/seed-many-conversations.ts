import { withDatabase } from '../../../scripts/local/database.ts'

/**
 * `node seed-many-conversations.ts DATA_DIR` gives the demo user 100,000 conversations, one a minute back from now, of which
 * the 50,000th is a favorite.
 */
await withDatabase(process.argv[2]!, (database) =>
  database
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2),
       talks AS (SELECT n, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (n - ?2 - 1) || ' minutes') AS at FROM numbers)
       INSERT INTO conversations (user_id, title, pipeline, favorite, created_at, updated_at)
       SELECT users.id, 'Talk ' || n, 'auto_ai', n = 50000, at, at FROM talks JOIN users ON users.email = ?1 ORDER BY n`,
    )
    .bind('user@example.com', 100_000)
    .all(),
)
