import type { Column, Table } from '~/provider/sandbox/table.ts'
import type { Analysis } from './analysis.ts'
import type { Value } from './question/asked.ts'

/** The values of a column that come in one result; of columns with more, those that stand in the question. */
const maxValues = 1000
/** Characters of a literal that the sandbox takes; longer values are named by nobody. */
const longestValue = 100
/** Characters by which pieces of a long question overlap. */
const overlap = 40
const maxPieces = 5

/** The texts of the tables that a question could name. */
export async function valuesOf(analysis: Analysis): Promise<Value[]> {
  const values: Value[] = []
  for (const table of analysis.tables) {
    for (const column of table.columns.filter(({ kind }) => kind === 'text')) {
      const result = await analysis.ask(distinctValues(table, column, analysis.task.question), { shown: false })
      if ('refused' in result) continue
      values.push(...result.rows.flatMap(([text]) => (typeof text === 'string' ? [{ table, column, text }] : [])))
    }
  }
  return values
}

function distinctValues(table: Table, { name, profile }: Column, question: string): string {
  const select = `SELECT DISTINCT "${name}" FROM "${table.name}" WHERE length("${name}") <= ${longestValue}`
  if (profile.distinct <= maxValues) return select
  const stands = piecesOf(question).map((piece) => `instr('${piece.replaceAll("'", "''")}', lower("${name}")) > 0`)
  return `${select} AND (${stands.join(' OR ')})`
}

function piecesOf(question: string): string[] {
  // SQLite lowers Latin letters alone, without accents.
  const text = question
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const step = longestValue - overlap
  const count = Math.min(maxPieces, Math.max(1, Math.ceil((text.length - overlap) / step)))
  return Array.from({ length: count }, (_, at) => text.slice(at * step, at * step + longestValue))
}
