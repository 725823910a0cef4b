import { harmfulPartsOf, isHarmless } from './harmless-words.ts'
import { type QuestionText, type Span, unspacedRun } from './question-text.ts'

/** After these, even a harmless word is what is to be grouped by: `by item`. */
const groupMarkers = new Set(['by', 'per', 'each', 'every'])
const notGrouped = new Set(['the', 'a', 'all', 'each', 'every', 'of'])

/**
 * What of a question is neither used nor harmless, as it was written. Words that follow each other are given together.
 *
 * @param isRowNoun tells of a folded word whether it names the rows of the table
 */
export function leftWords(question: QuestionText, isRowNoun: (word: string) => boolean): string[] {
  const words = question.words.filter((word, at) => {
    if (!question.isFree(word)) return false
    const before = question.words[at - 1]
    const isGrouped =
      before !== undefined && groupMarkers.has(before.word) && question.isFree(before) && !notGrouped.has(word.word)
    const next = question.words[at + 1]
    if (word.word === 'where' && next && !question.isFree(next)) return false
    return isGrouped || !(isHarmless(word.word) || isRowNoun(word.word))
  })
  const places = [...words, ...unspacedPartsLeft(question)].toSorted((one, other) => one.at - other.at)
  const joined: Span[] = []
  for (const { at, end } of places) {
    const last = joined.at(-1)
    if (last && at - last.end <= 1 && question.isFree({ at: last.end, end: at })) last.end = end
    else joined.push({ at, end })
  }
  return [...new Set(joined.map((place) => question.saidAt(place)))]
}

/** The parts of unspaced text that are left. */
export function unspacedPartsLeft(question: QuestionText): Span[] {
  return [...question.text.matchAll(unspacedRun)].flatMap(({ 0: run, index }) =>
    freeRuns(question, { at: index, end: index + run.length }).flatMap(({ at, end }) =>
      harmfulPartsOf(question.saidAt({ at, end }), {
        follows: at > 0 && !question.isFree({ at: at - 1, end: at }),
      }).map((part) => ({ at: at + part.at, end: at + part.end })),
    ),
  )
}

function freeRuns(question: QuestionText, { at, end }: Span): Span[] {
  const runs: Span[] = []
  for (let place = at; place < end; place++) {
    if (!question.isFree({ at: place, end: place + 1 })) continue
    const last = runs.at(-1)
    if (last?.end === place) last.end++
    else runs.push({ at: place, end: place + 1 })
  }
  return runs
}
