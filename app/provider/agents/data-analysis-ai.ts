import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'
import type { Model } from '~/provider/models/model.ts'
import { lacks } from '~/provider/models/refusals.ts'
import type { Agent, AgentEvent } from './agent.ts'
import { Analysis } from './tables/analysis.ts'
import { analyseBuiltin } from './tables/analyse-builtin.ts'
import { analyseWithModel } from './tables/analyse-with-model.ts'
import { type LoadedTables, loadTables } from './tables/load-tables.ts'

/**
 * Answers questions over tables by SQL, which runs in a sandbox of the conversation and is shown as it ran. A model writes
 * the queries; without one, questions of a simple form become queries by rules, and others get a profile of the tables.
 */
export const dataAnalysisAi: Agent = async function* (task) {
  const locale = questionLanguage(task.question)
  const sandbox = task.tables()
  const loaded = await loadTables(task, sandbox)
  if (loaded.tables.length === 0) {
    return yield {
      delta: loaded.without.length > 0 ? m.tables_none({}, { locale }) : m.tables_no_files({}, { locale }),
    }
  }
  const analysis = new Analysis(loaded.tables, task, locale, sandbox)
  yield { references: analysis.references }
  const hindrance = yield* analyse(analysis, task.model, locale)
  if (analysis.attachments.length > 0) yield { attachments: analysis.attachments }
  const closing = hindrance && `*${hindrance}*`
  const ending = [analysis.shown(), ...notesOf(loaded, locale), closing].filter(Boolean).join('\n\n')
  if (ending !== '') yield { delta: `\n\n${ending}` }
}

/** @returns why no model wrote the queries, where none did */
async function* analyse(
  analysis: Analysis,
  model: Model | undefined,
  locale: Language,
): AsyncGenerator<AgentEvent, string | undefined> {
  try {
    if (model) {
      yield* analyseWithModel(model, analysis)
      return undefined
    }
  } catch (error) {
    if (!lacks(error, 'tools')) throw error
  }
  yield* analyseBuiltin(analysis)
  return model
    ? m.tables_without_tools({ model: escapeMarkdown(model.name) }, { locale })
    : m.tables_builtin({}, { locale })
}

/** What was left out. */
function notesOf({ tables, without }: LoadedTables, locale: Language): string[] {
  const cut = tables.filter((table) => table.cut)
  const names = without.map((name) => `\`${name.replaceAll('`', '')}\``).join(', ')
  return [
    ...cut.map(
      ({ name, rows, columns }) =>
        `*${m.tables_cut({ table: `\`${name}\``, rows, columns: columns.length }, { locale })}*`,
    ),
    ...(without.length > 0 ? [`*${m.tables_without({ files: names }, { locale })}*`] : []),
  ]
}
