import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './packages.ts'

/** The part of D1's interface that is used here. */
export interface Database {
  prepare(sql: string): Statement
  batch(statements: Statement[]): Promise<unknown>
}
interface Statement {
  bind(...values: unknown[]): Statement
  all<Row>(): Promise<{ results: Row[] }>
}

/** Where the Worker's state is, as `wrangler --persist-to` and the Vite plugin's `persistState` want it. */
export const stateIn = (dataDir: string): string => join(dataDir, 'worker')

/**
 * Opens the D1 database of a data directory, without the Worker, and closes it after `use`.
 * Wrangler's library takes over the signals of its process, so this belongs into one of its own.
 */
export async function withDatabase<T>(dataDir: string, use: (database: Database) => Promise<T>): Promise<T> {
  const { getPlatformProxy, unstable_readConfig } = await import('wrangler')
  const { d1_databases, compatibility_date } = unstable_readConfig({ config: join(root, 'wrangler.toml') })
  // The whole configuration would start the queues and ask for the Durable Object's class.
  const configPath = join(dataDir, 'database.json')
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(configPath, JSON.stringify({ name: 'database', compatibility_date, d1_databases }))

  const { env, dispose } = await getPlatformProxy<{ DB: Database }>({
    configPath,
    envFiles: [],
    // Wrangler and the Vite plugin add the same version themselves.
    persist: { path: join(stateIn(dataDir), 'v3') },
  })
  try {
    return await use(env.DB)
  } finally {
    await dispose()
  }
}

/**
 * Applies the migrations that are new, each whole or not at all, and notes them where `wrangler d1 migrations` does.
 * @returns how many were applied
 */
export async function migrate(database: Database, directory = join(root, 'migrations')): Promise<number> {
  const { unstable_splitSqlQuery } = await import('wrangler')
  await database.batch([
    database.prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         name TEXT UNIQUE,
         applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
       )`,
    ),
  ])
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))

  const pending = readdirSync(directory).filter((name) => name.endsWith('.sql') && !applied.has(name))
  for (const name of pending.toSorted()) {
    const queries = unstable_splitSqlQuery(readFileSync(join(directory, name), 'utf8'))
    await database.batch([
      ...queries.map((query) => database.prepare(query)),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
  }
  return pending.length
}
