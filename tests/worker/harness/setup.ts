import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

// The file before has left its rows, objects and messages, and may still be at work.
do {
  await reset()
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
} while (await env.DB.prepare('SELECT 1 FROM organizations').first())
