import { migrate, withDatabase } from './database.ts'
import { seedDatabase } from './demo.ts'
import { jobsLost } from './lost-jobs.ts'

/** `node prepare-database.ts DATA_DIR [--demo]` brings its database up to date and says, as JSON, what is there. */
const [path, demo] = process.argv.slice(2)
await withDatabase(path!, async (database) => {
  const applied = await migrate(database)
  await database.batch(jobsLost.map((sql) => database.prepare(sql)))
  if (demo) await seedDatabase(database)
  const { results } = await database.prepare('SELECT id FROM organizations').all()
  console.log(JSON.stringify({ applied, organizations: results.length }))
})
