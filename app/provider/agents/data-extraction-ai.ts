import type { Reference } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { questionLanguage } from '~/provider/builtin/language.ts'
import { requestIn } from '~/provider/builtin/request-in.ts'
import { escapeMarkdown } from '~/provider/builtin/quote.ts'
import { isUnfit } from '~/provider/models/ask-for-json.ts'
import type { Model } from '~/provider/models/model.ts'
import type { Agent, AgentEvent, AgentTask } from './agent.ts'
import { type AttachedText, attachedTexts, pagesOf } from './attached-texts.ts'
import { isForAll } from './extraction/asked-names.ts'
import { extractBuiltin, kindLabel, type Taken } from './extraction/extract-builtin.ts'
import { extractWithModel } from './extraction/extract-with-model.ts'
import { filesOf, type RowSource, type Sheet } from './extraction/sheets.ts'
import { type UnreadFile, unreadFiles } from './extraction/unread-files.ts'
import { markdownTable } from './markdown-table.ts'
import { listOfQuoted } from './quotation-marks.ts'

/** Rows that the answer shows; the files have the others, too. */
const shown = 20

/**
 * Takes data from the attached files into tables: shown in the answer, and whole as XLSX, CSV and JSON, each row with its page.
 * That nothing was overlooked, neither rules nor a model can know: the answer says what was looked for, and where nothing
 * could be read.
 */
export const dataExtractionAi: Agent = async function* (task) {
  const locale = questionLanguage(task.question)
  if (task.fileIds.length === 0) return yield { delta: m.extraction_no_files({}, { locale }) }
  const { texts, cut } = await attachedTexts(task)
  const byModel = task.model && (await takenByModel({ ...task, model: task.model, locale }, texts))
  const taken = byModel ? undefined : extractBuiltin(requestIn(task.question), texts, locale)
  const { sheets, unread } = byModel ?? { sheets: taken!.sheets, unread: 0 }
  const notes = [
    ...(cut ? [m.analysis_cut({}, { locale })] : []),
    ...(await unreadFiles(task.db, texts)).map((file) => noteOfUnread(file, locale)),
    ...(taken && taken.leftTables > 0 ? [m.extraction_left_tables({ tables: taken.leftTables }, { locale })] : []),
    ...(unread > 0 ? [m.extraction_unread_by_model({ pages: unread }, { locale })] : []),
    ...(task.model && taken ? [m.extraction_unfit({}, { locale })] : []),
    taken ? noteOfRules(task, taken, locale) : m.extraction_with_model({}, { locale }),
  ].map((note) => `*${note}*`)
  if (sheets.length === 0) yield { delta: [nothingFound(taken, texts, locale), ...notes].join('\n\n') }
  else yield* given(task, sheets, { locale, notes })
}

/** What a model takes; undefined where it cannot write data in a form that can be read, so that rules have to. */
async function takenByModel(task: AgentTask & { model: Model; locale: Language }, texts: AttachedText[]) {
  try {
    return await extractWithModel(task, pagesOf(texts))
  } catch (error) {
    if (isUnfit(error)) return undefined
    throw error
  }
}

function noteOfUnread({ file_name, pages }: UnreadFile, locale: Language): string {
  const file = `\`${file_name.replaceAll('`', '')}\``
  return pages === undefined
    ? m.extraction_unread({ file }, { locale })
    : m.extraction_unread_pages({ file, pages }, { locale })
}

/** What rules look for; and that they did not understand what was asked for, where they did not. */
function noteOfRules({ question, model }: AgentTask, { isEverything, unlooked }: Taken, locale: Language): string {
  const isUnclear = isEverything && !isForAll(requestIn(question))
  const words = { words: listOfQuoted(unlooked, locale) }
  const unclear = isUnclear ? [m.extraction_not_understood({}, { locale })] : []
  const left = !isEverything && unlooked.length > 0 ? [m.extraction_unlooked(words, { locale })] : []
  const noModel = model ? [] : [m.extraction_no_model({}, { locale })]
  return [...unclear, ...left, m.extraction_builtin({}, { locale }), ...noModel].join(locale === 'ja' ? '' : ' ')
}

function nothingFound(taken: Taken | undefined, texts: AttachedText[], locale: Language): string {
  const pages = texts.reduce((sum, text) => sum + text.pages.length, 0)
  if (!taken || taken.kinds.length === 0) return m.extraction_nothing({ pages }, { locale })
  const kinds = taken.kinds.map((kind) => kindLabel(kind, locale)).join(', ')
  return m.extraction_nothing_of({ kinds, pages }, { locale })
}

async function* given(
  { store }: AgentTask,
  sheets: Sheet[],
  { locale, notes }: { locale: Language; notes: string[] },
): AsyncGenerator<AgentEvent> {
  const first = sheets[0]!
  const references = referencesTo(first.rows.slice(0, shown).map(({ source }) => source))
  yield { references }
  yield { delta: `${preview(first, references, locale)}\n\n` }
  const description = m.extraction_description({ rows: first.rows.length }, { locale })
  const made = await filesOf(m.extraction_file_name({}, { locale }), sheets, locale)
  const attachments = []
  for (const file of made) attachments.push(await store({ ...file, description }))
  yield { attachments }
  const count = sheets.reduce((sum, { rows }) => sum + rows.length, 0)
  yield { delta: [m.extraction_done({ rows: count, tables: sheets.length }, { locale }), ...notes].join('\n\n') }
}

/** The first rows as a table, each with the citation of its page. */
function preview({ header, rows }: Sheet, references: Reference[], locale: Language): string {
  const body = rows.slice(0, shown).map(({ cells, source }) => {
    const { id } = references.find((one) => one.file_id === source.file_id && one.page_number === source.page)!
    return [...cells.map(escapeMarkdown), `[:&${id}]`]
  })
  const columns = [...header.map(escapeMarkdown), m.extraction_source({}, { locale })]
  const more = rows.length > shown ? [m.extraction_more({ rows: rows.length - shown }, { locale })] : []
  return [markdownTable(columns, body), ...more].join('\n\n')
}

function referencesTo(sources: RowSource[]): Reference[] {
  const pages = new Map(sources.map((source) => [`${source.file_id} ${source.page}`, source]))
  return [...pages.values()].map(({ file_id, file_name, page }, index) => ({
    id: index + 1,
    type: 'document',
    name: file_name,
    file_id,
    page_number: page,
  }))
}
