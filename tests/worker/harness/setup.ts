import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

// The file before has left its rows, objects and messages.
await reset()
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
