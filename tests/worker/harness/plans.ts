import { env } from 'cloudflare:workers'

/** A database that remembers the queries it is sent, as the product writes them, and tells how it reads what they ask for. */
export function explainedDatabase() {
  const asked: { query: string; values: unknown[] }[] = []
  const prepare = (query: string) => {
    const statement = env.DB.prepare(query)
    const ask = { query, values: [] as unknown[] }
    asked.push(ask)
    const bind = (...values: unknown[]) => {
      ask.values = values
      return statement.bind(...values)
    }
    return new Proxy(statement, {
      get: (_, name) => {
        const member = Reflect.get(statement, name) as unknown
        return name === 'bind' ? bind : typeof member === 'function' ? (member.bind(statement) as unknown) : member
      },
    })
  }
  const batch = (statements: D1PreparedStatement[]) => env.DB.batch(statements)
  const session = { prepare, batch, getBookmark: () => null }
  return {
    DB: { ...session, withSession: () => session } as unknown as D1Database,
    /** The plans of the queries that match, each as its lines. */
    async plansOf(wanted: RegExp): Promise<string[]> {
      const plans = asked
        .filter(({ query }) => /^\s*(select|with)/i.test(query) && wanted.test(query))
        .map(async ({ query, values }) => {
          const explained = env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`).bind(...values)
          const { results } = await explained.all<{ detail: string }>()
          return results.map(({ detail }) => detail).join('\n')
        })
      return Promise.all(plans)
    },
  }
}
