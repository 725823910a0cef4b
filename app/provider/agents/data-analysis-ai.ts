import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { questionLanguage } from '~/provider/models/builtin/language.ts'
import type { Agent } from './agent.ts'
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
  yield* task.model ? analyseWithModel(task.model, analysis) : analyseBuiltin(analysis)
  if (analysis.attachments.length > 0) yield { attachments: analysis.attachments }
  const closing = task.model ? [] : [`*${m.tables_builtin({}, { locale })}*`]
  const ending = [analysis.shown(), ...notesOf(loaded, locale), ...closing].filter(Boolean).join('\n\n')
  if (ending !== '') yield { delta: `\n\n${ending}` }
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
