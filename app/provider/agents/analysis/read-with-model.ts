import type { Reference } from '~/contract/chat.ts'
import { collectText } from '~/provider/models/collect-text.ts'
import type { Model } from '~/provider/models/model.ts'
import type { AgentEvent, AgentTask } from '../agent.ts'
import type { SourcePage } from '../attached-texts.ts'
import { citeAsWritten } from '../cite-as-written.ts'
import { markClaims } from '../mark-claims.ts'
import { promptOf } from '../prompt.ts'
import { type NumberedPage, packed, partsOf } from './parts.ts'

/** Characters of the files that a model is given at once, at most; of a smaller context a third is theirs. */
const maxAtOnce = 48_000
/** Parts that are read at the same time. */
const readers = 3

const role =
  'You analyse the files that a member of an organisation attached, and you were given the whole of them. Rest on them ' +
  'alone and cite every statement. Where they contradict each other, or do not hold what is asked, say so.'

const noteTaker =
  'You read one part of the files that a member of an organisation attached, to answer a question about all of them later. ' +
  'Write short notes of everything in this part that bears on the question, with the facts, figures and names as they ' +
  'stand, and cite every note. Where nothing bears on it, write only: NONE'

const noteSorter =
  'These are notes on several parts of the files that a member of an organisation attached. Bring together what bears on ' +
  'the question, drop repetitions, and keep the marker of every statement as it is.'

/**
 * Answers from the pages as a whole. What fits is given to the model at once; of more, it first takes notes part by part,
 * and answers from those. Every source is cited by its page.
 */
export async function* readWithModel(
  task: AgentTask & { model: Model },
  pages: SourcePage[],
): AsyncGenerator<AgentEvent> {
  const parts = partsOf(pages, charactersAtOnce(task.model))
  const { question, history, language, setting } = task
  const about = { question, history, language, setting }
  const prompt =
    parts.length > 1
      ? promptOf({ ...about, role, sources: [], notes: await notesOn(task, parts) })
      : promptOf({ ...about, role, sources: parts[0] ?? [] })
  const answer = task.model.answer(prompt, task.signal)
  const cited = citeAsWritten(answer, (n) => referenceTo(pages, n))
  yield* markClaims(cited, (n) => pages[n - 1]?.text)
}

const charactersAtOnce = ({ contextTokens }: Model) => Math.min(maxAtOnce, Math.floor(contextTokens / 3))

/** Notes on all parts that fit into one prompt. */
async function notesOn(task: AgentTask & { model: Model }, parts: NumberedPage[][]): Promise<string[]> {
  const { question, language } = task
  // Notes are not for the member.
  const setting = { ...task.setting, instructions: null }
  const about = { question, history: [], language, setting }
  const atOnce = charactersAtOnce(task.model)
  const write = async (prompt: ReturnType<typeof promptOf>) => {
    const { text } = await collectText(task.model.answer(prompt, task.signal))
    return text.trim() === 'NONE' ? '' : text.slice(0, atOnce)
  }
  let notes = await inTurns(parts, (sources) => write(promptOf({ ...about, role: noteTaker, sources })))
  for (let groups = packed(notes, atOnce); groups.length > 1; groups = packed(notes, atOnce)) {
    const sorted = await inTurns(groups, (group) =>
      write(promptOf({ ...about, role: noteSorter, sources: [], notes: group })),
    )
    // A model that makes them no shorter would go on for ever.
    const length = (texts: string[]) => texts.reduce((sum, text) => sum + text.length, 0)
    notes = length(sorted) < length(notes) * 0.9 ? sorted : sorted.map((text) => text.slice(0, atOnce / sorted.length))
  }
  return notes.filter((note) => note !== '')
}

/** Works on a few items at a time; the results in the items' order. The first failure ends it. */
async function inTurns<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: readers }, worker))
  return results
}

function referenceTo(pages: SourcePage[], n: number): Reference | undefined {
  const page = pages[n - 1]
  return page && { id: n, type: 'document', name: page.file_name, file_id: page.file_id, page_number: page.page }
}
