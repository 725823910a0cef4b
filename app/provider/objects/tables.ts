/**
 * Brings the tables of a Durable Object up to date: runs those of its migrations that it has not run yet, in order and all or
 * none. Migrations are only ever added to the end, since objects live on from version to version and each is met at another time; of a newer version's, which is met after a rollback,
 * nothing is undone.
 */
export function prepareTables(storage: DurableObjectStorage, migrations: readonly string[]): void {
  storage.transactionSync(() => {
    storage.sql.exec('CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)')
    const done = storage.sql.exec<{ done: number }>('SELECT count(*) AS done FROM migrations').one().done
    for (const [index, migration] of migrations.entries()) {
      if (index < done) continue
      storage.sql.exec(migration)
      storage.sql.exec('INSERT INTO migrations (number) VALUES (?)', index)
    }
  })
}
