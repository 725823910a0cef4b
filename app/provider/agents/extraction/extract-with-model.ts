import { z } from 'zod'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { askForJson, isUnfit } from '~/provider/models/ask-for-json.ts'
import type { Model } from '~/provider/models/model.ts'
import type { AgentTask } from '../agent.ts'
import { type NumberedPage, partsOf } from '../analysis/parts.ts'
import type { SourcePage } from '../attached-texts.ts'
import { promptOf } from '../prompt.ts'
import type { Sheet, SheetRow } from './sheets.ts'

/** Characters of the files that a model is given at once, at most: of more, it overlooks rows. */
const maxAtOnce = 16_000

const Plan = z.object({ columns: z.array(z.string().min(1).max(100)).min(1).max(30) })

const planner =
  'A member of an organisation wants data taken from files as a table. Name the columns of that table, in the words and ' +
  'the language of the request. A column for the file or the page is not needed.'

const extractor =
  'Take rows for a table from the sources, as the request asks for; its columns stand behind the request. Write each ' +
  'cell as the source has it; an empty text where it says nothing. source is the number n of the source that the row is ' +
  'from. Sources without rows give none.'

/**
 * Takes the fields that a request asks for from pages: the model first names the columns, then takes rows part by part.
 * Each row tells its page, and whether all its values stand there.
 *
 * @returns `unread`: pages of which the model wrote nothing that could be read
 * @throws ApiError those of the model; where it wrote nothing at all that could be read, `isUnfit` tells
 */
export async function extractWithModel(
  task: AgentTask & { model: Model; locale: Language },
  pages: SourcePage[],
): Promise<{ sheets: Sheet[]; unread: number }> {
  const { model, signal, locale, question, history, language, setting } = task
  const about = { question, history, language, setting, format: 'json' as const }
  const { columns } = await askForJson(model, promptOf({ ...about, role: planner, sources: [] }), Plan, signal)
  const Rows = z.object({
    rows: z.array(z.object({ cells: z.array(z.string()).length(columns.length), source: z.int() })),
  })
  const asked = `${question}\n\nColumns: ${JSON.stringify(columns)}`
  const rows: SheetRow[] = []
  let unread = 0
  let unfit: unknown
  for (const sources of partsOf(pages, Math.min(maxAtOnce, Math.floor(model.contextTokens / 3)))) {
    const prompt = promptOf({ ...about, question: asked, role: extractor, sources })
    const taken = await askForJson(model, prompt, Rows, signal).catch((error: unknown) => {
      if (!isUnfit(error)) throw error
      unfit = error
    })
    if (!taken) {
      unread += new Set(sources.map(({ n }) => n)).size
      continue
    }
    const texts = textsOf(sources)
    for (const { cells, source } of taken.rows) {
      const page = sources.find(({ n }) => n === source)
      if (page) rows.push(checked(cells, page, texts.get(source)!, locale))
    }
  }
  if (unfit && rows.length === 0) throw unfit
  const header = [...columns, m.extraction_checked({}, { locale })]
  return { sheets: rows.length > 0 ? [{ name: m.extraction_values({}, { locale }), header, rows }] : [], unread }
}

/** A long page comes in several pieces of one number. */
const textsOf = (sources: NumberedPage[]) =>
  new Map(
    [...Map.groupBy(sources, ({ n }) => n)].map(([n, pieces]) => [n, plain(pieces.map(({ text }) => text).join(''))]),
  )

/** @param text of the page, without what differs though the words are the same */
function checked(cells: string[], page: NumberedPage, text: string, locale: Language): SheetRow {
  const stands = cells.every((cell) => text.includes(plain(cell)))
  const { file_id, file_name } = page
  const mark = stands ? m.extraction_checked_yes({}, { locale }) : m.extraction_checked_no({}, { locale })
  return { cells: [...cells, mark], source: { file_id, file_name, page: page.page } }
}

/** Without what differs though the words are the same: width, case and blanks. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
