import { call } from '../side.ts'
import type { Organization } from './seed.ts'

const people = 100_000
/** Entries of one call, as the screen sends them. */
const atOnce = 2000
const goal = 3

/** An import of 100,000 people through the API, beside the same rows by bare batches of inserts into the same database. */
export async function measureImport(side: Organization): Promise<boolean> {
  // In turns, since an insert costs more the more there is.
  const times = { api: 0, bare: 0 }
  for (let start = 0; start < people; start += atOnce) {
    const entries = Array.from({ length: atOnce }, (_, i) => ({
      email: `new-${start + i}@import.example`,
      role: 'user',
    }))
    const began = performance.now()
    const response = await call(side, '/web/v1/users/import', { method: 'POST', body: JSON.stringify(entries) })
    times.api += performance.now() - began
    const { created } = (await response.json()) as { created: number }
    if (created !== atOnce) throw new Error(`${created} created`)

    const body = { organization: side.id, emails: entries.map(({ email }) => `bare-${email}`) }
    const began2 = performance.now()
    const inserted = await fetch(`${side.url}/bare-inserts`, { method: 'POST', body: JSON.stringify(body) })
    await inserted.text()
    times.bare += performance.now() - began2
    if (!inserted.ok) throw new Error(`bare inserts answer ${inserted.status}`)
  }
  const ratio = times.api / times.bare
  console.table({
    'by the API': { 'people a second': Math.round((people / times.api) * 1000) },
    'bare inserts': { 'people a second': Math.round((people / times.bare) * 1000) },
  })
  console.log(`import takes ${ratio.toFixed(2)}× as long (goal ${goal}): ${ratio <= goal ? 'reached' : 'missed'}`)
  return ratio <= goal
}
