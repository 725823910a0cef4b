import { migrate, withDatabase } from './database.ts'
import { seedDatabase } from './demo.ts'

/** `node prepare-database.ts DATA_DIR` brings its database up to date and says what was done. */
await withDatabase(process.argv[2]!, async (database) => {
  const applied = await migrate(database)
  await seedDatabase(database)
  console.log(applied === 0 ? 'up to date' : `${applied} ${applied === 1 ? 'migration' : 'migrations'} applied`)
})
