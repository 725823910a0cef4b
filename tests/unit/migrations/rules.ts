import { unstable_splitSqlQuery } from 'wrangler'

/**
 * What in a migration would break the version before, which works on its tables while the new one is being deployed and after it was
 * taken back: that one knows no new column, table or rule, and misses what is gone.
 * @param sql of the migrations, in order; the first makes the tables that there are
 * @returns a sentence for each statement that does
 */
export function breaches(migrations: readonly string[]): string[] {
  const older = new Set<string>()
  return migrations.flatMap((sql) => {
    const own = new Set([...sql.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/gi)].map(([, name]) => name!))
    const added = new Set([...sql.matchAll(/ALTER TABLE \w+ ADD (?:COLUMN )?(\w+)/gi)].map(([, name]) => name!))
    const unused = new Set([...sql.matchAll(/^-- unused since \S+: (\w+)$/gm)].map(([, name]) => name!))
    const found = unstable_splitSqlQuery(sql).flatMap((statement) => {
      const breach = breachOf(statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim(), {
        own,
        older,
        added,
        unused,
      })
      return breach ? [`${breach}: ${statement.trim().slice(0, 100)}`] : []
    })
    for (const name of own) older.add(name)
    return found
  })
}

interface Known {
  /** Tables that this migration makes, and those of earlier ones. */
  own: Set<string>
  older: Set<string>
  /** Columns that this migration adds. */
  added: Set<string>
  /** What the version before uses no longer, as a comment says. */
  unused: Set<string>
}

function breachOf(statement: string, { own, older, added, unused }: Known): string | undefined {
  const [, dropped] = /^DROP \w+ (?:IF EXISTS )?(\w+)/i.exec(statement) ?? []
  const [, lost] = /^ALTER TABLE \w+ DROP (?:COLUMN )?(\w+)/i.exec(statement) ?? []
  const gone = dropped ?? lost
  if (gone) return unused.has(gone) || own.has(gone) ? undefined : 'something goes that may be in use'

  if (/^ALTER TABLE \w+ RENAME/i.test(statement)) return 'something is renamed'
  const [, column] = /^ALTER TABLE \w+ ADD (.*)/i.exec(statement) ?? []
  if (column !== undefined) return breachOfColumn(column)

  const [, table] = /^CREATE UNIQUE INDEX (?:IF NOT EXISTS )?\w+ ON (\w+)/i.exec(statement) ?? []
  if (table) return own.has(table) ? undefined : 'a table that there is gets a rule'
  if (/^CREATE TRIGGER/i.test(statement) && /\bRAISE ?\(/i.test(statement)) return 'a change is refused that was none'
  if (/^CREATE (TABLE|VIRTUAL TABLE)/i.test(statement)) {
    const holding = [...statement.matchAll(/REFERENCES (\w+) ?\(\w+\)(?! ON DELETE)/gi)].some(([, name]) =>
      older.has(name!),
    )
    return holding ? 'rows that refer to a table that there is keep its rows from being deleted' : undefined
  }
  if (/^CREATE (INDEX|TRIGGER)/i.test(statement)) return undefined
  const [, filled] = /^UPDATE \w+ SET (\w+) ?=/i.exec(statement) ?? []
  if (filled) return added.has(filled) ? undefined : 'a value changes that is in use'
  const [, into] = /^INSERT (?:OR \w+ )?INTO (\w+)/i.exec(statement) ?? []
  if (into) return own.has(into) ? undefined : 'rows come into a table that is in use'
  return 'not known to leave the version before as it is'
}

function breachOfColumn(column: string): string | undefined {
  if (/\b(UNIQUE|PRIMARY KEY|CHECK)\b/i.test(column)) return 'a column has a rule'
  if (/\bNOT NULL\b/i.test(column) && !/\bDEFAULT\b/i.test(column)) return 'a column has to be given'
  if (/\bREFERENCES\b/i.test(column) && !/\bON DELETE\b/i.test(column))
    return 'rows that refer to a table that there is keep its rows from being deleted'
  return undefined
}
