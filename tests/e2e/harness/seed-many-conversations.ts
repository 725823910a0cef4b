import { seedMember } from './seed-member.ts'

/**
 * `node seed-many-conversations.ts DATA_DIR` gives the demo user 100,000 conversations, one a minute back from now, of which
 * the 50,000th is a favorite.
 */
await seedMember(process.argv[2]!, 'user@example.com', [
  [
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1),
     talks AS (SELECT n, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (n - ?1 - 1) || ' minutes') AS at FROM numbers)
     INSERT INTO conversations (title, agent, favorite, created_at, updated_at)
     SELECT 'Talk ' || n, 'auto_ai', n = 50000, at, at FROM talks ORDER BY n`,
    100_000,
  ],
])
