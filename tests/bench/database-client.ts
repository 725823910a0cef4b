export interface EnvWithDatabase extends Env {
  /** Where `startDatabase` listens. */
  DATABASE_URL: string
}

/** The Worker's environment, with its database at a process of its own. */
export const withDatabase = <E extends EnvWithDatabase>(env: E): E => ({ ...env, DB: databaseAt(env.DATABASE_URL) })

interface Statement {
  sql: string
  values: unknown[]
}

/** As much of D1 as the provider uses. */
function databaseAt(url: string): D1Database {
  const ask = async (asked: (Statement & { method: string }) | Statement[]): Promise<unknown> => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(asked) })
    if (!response.ok) throw new Error(`the database answers ${response.status}`)
    return response.json()
  }
  const statementOf = (sql: string, values: unknown[] = []) => ({
    sql,
    values,
    bind: (...bound: unknown[]) => statementOf(sql, bound),
    all: () => ask({ method: 'all', sql, values }),
    run: () => ask({ method: 'run', sql, values }),
    raw: () => ask({ method: 'raw', sql, values }),
    first: () => ask({ method: 'first', sql, values }),
  })
  const database = {
    prepare: (sql: string) => statementOf(sql),
    batch: (statements: Statement[]) => ask(statements.map(({ sql, values }) => ({ sql, values }))),
  }
  return database as unknown as D1Database
}
