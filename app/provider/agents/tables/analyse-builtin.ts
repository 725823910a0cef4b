import { m } from '~/paraglide/messages'
import { escapeMarkdown } from '~/provider/models/builtin/quote.ts'
import type { Table } from '~/provider/sandbox/table.ts'
import type { AgentEvent } from '../agent.ts'
import { mostPoints } from '../charts/chart-spec.ts'
import type { Analysis } from './analysis.ts'
import { overviewOf } from './overview.ts'
import { parseQuestion, type Value } from './question-grammar.ts'
import { profileTable } from './show.ts'
import { queryOf } from './write-query.ts'

/** Columns with more values are not looked through for the words of a question. */
const mostValues = 200

const asksForProfile =
  /profile|overview|summar|describe|what('s| is) in|概要|要約|プロファイル|どんな(データ|表)|内容|傾向|分析して/i

/** Answers by rules: what the closed grammar reads becomes a query with its chart; all else gets a profile of each table. */
export async function* analyseBuiltin(analysis: Analysis): AsyncGenerator<AgentEvent> {
  const { tables, locale, task } = analysis
  const asked = parseQuestion(task.question, tables, await valuesOf(analysis))
  if (!asked) {
    const opening = asksForProfile.test(task.question)
      ? m.tables_profile({}, { locale })
      : m.tables_not_understood({}, { locale })
    yield { delta: `${opening}\n\n` }
    for (const table of tables) yield { delta: `${profileOfTable(table, analysis)}\n\n` }
    for (const { sql, chart } of tables.flatMap((table) => overviewOf(table, locale)).slice(0, 2))
      await analysis.draw(sql, chart)
    return
  }
  const { sql, title, chart } = queryOf(asked, locale)
  const result = await analysis.ask(sql)
  if ('refused' in result) {
    yield { delta: m.tables_failed({ reason: escapeMarkdown(result.refused) }, { locale }) }
    return
  }
  yield { delta: `**${escapeMarkdown(title)}**` }
  if (chart && result.rows.length > 1 && result.rows.length <= mostPoints[chart.kind]) await analysis.draw(sql, chart)
}

function profileOfTable(table: Table, { tables, locale }: Analysis): string {
  const rows = m.tables_rows({ rows: table.rows }, { locale })
  return `**${escapeMarkdown(table.name)}** (${rows}) [:&${tables.indexOf(table) + 1}]\n\n${profileTable(table, locale)}`
}

/** The texts that stand in the tables, so that a question can name them. */
async function valuesOf(analysis: Analysis): Promise<Value[]> {
  const values: Value[] = []
  for (const table of analysis.tables) {
    for (const column of table.columns.filter(
      ({ kind, profile }) => kind === 'text' && profile.distinct <= mostValues,
    )) {
      const result = await analysis.ask(`SELECT DISTINCT "${column.name}" FROM "${table.name}"`, { shown: false })
      if ('refused' in result) continue
      values.push(...result.rows.flatMap(([text]) => (typeof text === 'string' ? [{ table, column, text }] : [])))
    }
  }
  return values
}
