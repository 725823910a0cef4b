import type { Column, Table } from '~/provider/sandbox/table.ts'
import type { NearMatch, Value } from './asked.ts'
import { isHarmless } from './harmless-words.ts'
import { areForms, isTypo } from './near-words.ts'
import { unspacedPartsLeft } from './left-words.ts'
import { areBeside, areUnspaced, foldName, type QuestionText, type Span, type Word, wordsOf } from './question-text.ts'
import { isNo, isYes } from './yes-no.ts'

/** A place of the question that names a column; several where it fits them equally. */
export interface ColumnMention extends Span {
  columns: Column[]
}

/** A place that names values; of several columns where the same text stands in each. */
export interface ValueMention extends Span {
  values: Value[]
  /** Where it is written otherwise than in the table. */
  isNear: boolean
}

export interface Mentions {
  columns: ColumnMention[]
  values: ValueMention[]
}

/** Words of the grammar, which a column's name may contain without being named by them. */
const grammarWords = new Set('number total count average mean maximum minimum sum top name date'.split(' '))
const periodWords = new Set('year month week quarter'.split(' '))

/** A part of a name, such as a word of `Price EUR` or the beginning of 大阪支店. */
const minPart = 4
const minUnspacedPart = 2
/** More values that contain a word are no filter that anybody meant. */
const maxContaining = 20

/** What follows a name: 佐藤さん. */
const honorific = /(?<=..)(?:さん|くん|様|氏|先生|部長|課長)$/

/** Characters between the words of a name. */
const widestGap = 3

type Candidate = Span & { rank: number; isNear: boolean } & ({ column: Column } | { value: Value })

/** The columns and values that a question names as they are written, or in another form of the same words. */
export function mentionsIn(question: QuestionText, table: Table, values: Value[]): Mentions {
  const candidates: Candidate[] = []
  for (const column of table.columns) {
    for (const [rank, name] of namesOf(column, table)) {
      for (const place of formsOf(name, question)) {
        // 2時間 is a number with its unit, and names no column 残業時間.
        const isUnit = rank > 0 && /\d/.test(question.text[place.at - 1] ?? '')
        if (!isUnit) candidates.push({ ...place, column, rank })
      }
    }
  }
  for (const value of values) {
    const name = foldName(value.text)
    if (name.length < 2 || isHarmless(name) || /^\d{1,3}$/.test(name)) continue
    // 'employees with no manager' speaks of no column whose values are yes and no.
    const isWord = !isYes(name) && !isNo(name)
    for (const place of formsOf(name, question)) {
      if (isWord || isBesideColumn(question, place, value.column, table))
        candidates.push({ ...place, value, rank: place.isNear ? 2 : 1 })
    }
  }
  return chosen(question, candidates)
}

/** Those that are near to words which nothing else explains: slips of the pen, and parts of values. */
export function nearMentionsIn(question: QuestionText, table: Table, values: Value[]): Mentions {
  const unexplained = question.words.filter((word) => question.isFree(word) && !isHarmless(word.word))
  const left = unexplained.filter(({ word }) => word.length >= minPart && !periodWords.has(word))
  const found: Candidate[] = []
  for (const column of table.columns) {
    for (const [rank, name] of namesOf(column, table)) {
      for (const place of runsLike(name, left, isTypo)) found.push({ ...place, column, rank: 3 + rank, isNear: true })
    }
  }
  const containing: Candidate[] = []
  for (const value of values) {
    const name = foldName(value.text)
    for (const place of runsLike(name, left, isTypo)) found.push({ ...place, value, rank: 6, isNear: true })
    const parts = wordsOf(name)
    for (const word of left) {
      if (parts.some((part) => areForms(word.word, part.word)))
        containing.push({ at: word.at, end: word.end, value, rank: 7, isNear: true })
    }
  }
  for (const place of unspacedPartsLeft(question)) {
    const said = question.text.slice(place.at, place.end).replace(honorific, '')
    for (const value of values) {
      const name = foldName(value.text)
      if (isTypo(said, name)) found.push({ ...place, value, rank: 6, isNear: true })
      else if (name.startsWith(said)) containing.push({ ...place, value, rank: 7, isNear: true })
    }
  }
  const perPlace = Map.groupBy(containing, ({ at }) => at)
  const few = [...perPlace.values()].filter((several) => several.length <= maxContaining).flat()
  return chosen(question, [...found, ...few])
}

/** Marks the longest names first; those that fit a place equally stay together. */
function chosen(question: QuestionText, candidates: Candidate[]): Mentions {
  const mentions: Mentions = { columns: [], values: [] }
  const sorted = candidates.toSorted((one, other) => other.end - other.at - (one.end - one.at) || one.rank - other.rank)
  for (const { at, end, rank } of sorted) {
    if (!question.isFree({ at, end })) continue
    question.use({ at, end })
    const equal = sorted.filter((one) => one.at === at && one.end === end && one.rank === rank)
    const columns = equal.flatMap((one) => ('column' in one ? [one.column] : []))
    const values = equal.flatMap((one) => ('value' in one ? [one.value] : []))
    if (columns.length > 0) mentions.columns.push({ at, end, columns: [...new Set(columns)] })
    else mentions.values.push({ at, end, values, isNear: equal.some(({ isNear }) => isNear) })
  }
  mentions.columns.sort((one, other) => one.at - other.at)
  mentions.values.sort((one, other) => one.at - other.at)
  return mentions
}

const isBesideColumn = (question: QuestionText, place: Span, column: Column, table: Table) =>
  namesOf(column, table).some(([, name]) => formsOf(name, question).some((one) => areBeside(question, one, place)))

/** What a column may be called, the surest first: its name, that without a unit, a word of it, a part of a Japanese one. */
function namesOf({ label }: Column, { columns }: Table): [rank: number, name: string][] {
  const whole = foldName(label)
  const bare = whole.replaceAll(/ ?\(.{0,100}?\)/g, '').trim()
  const hasDates = columns.some(({ kind }) => kind === 'date')
  const words = wordsOf(bare)
    .map(({ word }) => word)
    .filter((word) => /^[a-z]{4,}$/.test(word) && !grammarWords.has(word) && !(hasDates && periodWords.has(word)))
  const least = Math.max(minUnspacedPart, Math.ceil(bare.length / 2))
  const isUnspaced = /^[^ -~]+$/.test(bare)
  const lengths = Array.from({ length: isUnspaced ? Math.max(0, bare.length - least) : 0 }, (_, at) => least + at)
  const names: [number, string][] = [
    [0, whole],
    [0, bare],
    ...words.map((word): [number, string] => [2, word]),
    ...lengths.map((length): [number, string] => [2, bare.slice(0, length)]),
    ...lengths.map((length): [number, string] => [3, bare.slice(-length)]),
  ]
  return names.filter(([, name], at) => name.length >= 2 && names.findIndex(([, other]) => other === name) === at)
}

/** The places of a name, as it is or with other forms of its words. */
function formsOf(name: string, question: QuestionText): (Span & { isNear: boolean })[] {
  const exact = question.placesOf(name).map((place) => ({ ...place, isNear: false }))
  const like = areUnspaced(name) ? question.placesLike(name) : runsLike(name, question.words, areForms)
  const forms = like.map((place) => ({ ...place, isNear: true }))
  return [...exact, ...forms.filter(({ at }) => !exact.some((place) => place.at === at))]
}

/** Runs of the question's words of which each is like the name's word at its place. */
function runsLike(name: string, words: Word[], isLike: (said: string, meant: string) => boolean): Span[] {
  const wanted = wordsOf(name)
  if (wanted.length === 0 || areUnspaced(name)) return []
  return words.flatMap((first, at) => {
    const run = words.slice(at, at + wanted.length)
    const isAlike =
      run.length === wanted.length &&
      run.every((word, index) => index === 0 || word.at - run[index - 1]!.end <= widestGap) &&
      run.every(({ word }, index) => word === wanted[index]!.word || isLike(word, wanted[index]!.word))
    return isAlike ? [{ at: first.at, end: run.at(-1)!.end }] : []
  })
}

export const nearMatchOf = (question: QuestionText, mention: ValueMention): NearMatch => ({
  said: question.saidAt(mention),
  meant: [...new Set(mention.values.map(({ text }) => text))],
  column: mention.values[0]!.column,
})
