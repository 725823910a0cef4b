/** What a page and a search ask of the database, as `app/provider/users` and `app/provider/db/long-list.ts` write it. */
const statements = {
  page: 'SELECT * FROM users WHERE organization_id = 2 AND id < 500000 ORDER BY id DESC LIMIT 20',
  total: "SELECT sum(rows) FROM list_blocks WHERE list = 'users' AND organization_id = 2",
  'search, few matches': `SELECT users_index.rowid FROM users_index CROSS JOIN users ON users.id = users_index.rowid
    WHERE users_index MATCH 'email : "person-42"' AND users.organization_id = 2 ORDER BY users_index.rowid DESC LIMIT 20`,
  'search, many matches': `SELECT users_index.rowid FROM users_index
    WHERE users_index MATCH 'email : "@company"' ORDER BY users_index.rowid DESC LIMIT 20`,
  'search of two characters':
    "SELECT id FROM users WHERE organization_id = 2 AND email >= 'pe' AND email < 'pf' ORDER BY email LIMIT 10000",
}

/** Shows that each is read from an index; of FTS5 that is `VIRTUAL TABLE INDEX` with an `M`, for MATCH. */
export async function showPlans(url: string): Promise<void> {
  const response = await fetch(`${url}/plan`, { method: 'POST', body: JSON.stringify(Object.values(statements)) })
  const plans = (await response.json()) as string[][]
  console.table(Object.fromEntries(Object.keys(statements).map((name, i) => [name, { plan: plans[i]?.join('; ') }])))
}
