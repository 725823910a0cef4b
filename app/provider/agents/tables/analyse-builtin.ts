import { m } from '~/paraglide/messages'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'
import { requestIn } from '~/provider/builtin/request-in.ts'
import type { QueryResult, Table } from '~/provider/sandbox/table.ts'
import type { AgentEvent } from '../agent.ts'
import { maxPoints } from '../charts/chart-spec.ts'
import type { Analysis } from './analysis.ts'
import { doubtsOf, insteadOf, openOf, takenFor, whatCanBeAsked } from './explain-reading.ts'
import { overviewOf } from './overview.ts'
import { type Asked, isComplete, type Reading } from './question/asked.ts'
import { readQuestion } from './question/read-question.ts'
import { profileTable } from './show.ts'
import { valuesOf } from './values-of-tables.ts'
import { queryOf } from './write-query.ts'

const asksForProfile =
  /profile|overview|summar|describe|what('s| is) in|概要|要約|プロファイル|どんな(データ|表)|内容|傾向|分析して/i

/**
 * Answers by rules. What the closed grammar reads to the last word becomes a query with its chart. A question of which it
 * understands a part gets no figure, since that would answer another question, but what is missing and what can be asked.
 * All else gets a profile of each table.
 */
export async function* analyseBuiltin(analysis: Analysis): AsyncGenerator<AgentEvent> {
  const { tables, locale, task } = analysis
  const request = requestIn(task.question)
  const { reading, others } = readQuestion(request, tables, await valuesOf(analysis))
  if (isComplete(reading)) return yield* computed(reading.asked!, reading, others, analysis)
  const wantsProfile = asksForProfile.test(request)
  if (reading.asked && !wantsProfile) {
    const parts = [...doubtsOf(reading, locale), ...takenFor(reading.near, locale), ...insteadOf(reading, locale)]
    return yield { delta: [...parts, whatCanBeAsked(reading.table, locale)].join('\n\n') }
  }
  yield* profiled(wantsProfile ? undefined : reading, analysis)
}

async function* computed(
  asked: Asked,
  reading: Reading,
  others: Table[],
  analysis: Analysis,
): AsyncGenerator<AgentEvent> {
  const { locale } = analysis
  const { sql, title, chart } = queryOf(asked, locale)
  const result = await analysis.ask(sql)
  if ('refused' in result)
    return yield { delta: m.tables_failed({ reason: escapeMarkdown(result.refused) }, { locale }) }
  const name = (table: Table) => `**${escapeMarkdown(table.name)}**`
  const ofOne =
    others.length > 0
      ? [m.tables_of_one({ table: name(asked.table), others: others.map(name).join(', ') }, { locale })]
      : []
  const parts = [
    ...takenFor(reading.near, locale),
    ...openOf(reading, locale),
    ...(await tieOf(asked, result, analysis)),
  ]
  yield { delta: [`**${escapeMarkdown(title)}**`, ...parts, ...ofOne].join('\n\n') }
  if (chart && result.rows.length > 1 && result.rows.length <= maxPoints[chart.kind]) await analysis.draw(sql, chart)
}

/** Says where the group after the last that is shown has as much as that one. */
async function tieOf(asked: Asked, { rows }: QueryResult, analysis: Analysis): Promise<string[]> {
  const { top, groups } = asked
  if (!top || rows.length < top.count) return []
  const { sql } = queryOf({ ...asked, top: { ...top, count: top.count + 1 } }, analysis.locale)
  const more = await analysis.ask(sql, { shown: false })
  if ('refused' in more) return []
  const [last, next] = more.rows.slice(-2).map((row) => row[groups.length])
  return more.rows.length > rows.length && last === next ? [m.tables_tie({}, { locale: analysis.locale })] : []
}

/** @param reading of a question that is not one for a profile: what of it was not understood is said first */
async function* profiled(reading: Reading | undefined, analysis: Analysis): AsyncGenerator<AgentEvent> {
  const { tables, locale } = analysis
  const opening = reading
    ? [m.tables_not_understood({}, { locale }), ...doubtsOf(reading, locale), m.tables_profile({}, { locale })]
    : [m.tables_profile({}, { locale })]
  yield { delta: `${opening.join('\n\n')}\n\n` }
  for (const table of tables) yield { delta: `${profileOfTable(table, analysis)}\n\n` }
  for (const { sql, chart } of tables.flatMap((table) => overviewOf(table, locale)).slice(0, 2))
    await analysis.draw(sql, chart)
}

function profileOfTable(table: Table, { tables, locale }: Analysis): string {
  const rows = m.tables_rows({ rows: table.rows }, { locale })
  return `**${escapeMarkdown(table.name)}** (${rows}) [:&${tables.indexOf(table) + 1}]\n\n${profileTable(table, locale)}`
}
