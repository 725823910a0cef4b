import { isContents } from './contents.ts'
import { byScore, type Passage } from './passage.ts'
import { isHeading } from './passages.ts'
import { isStopWord } from './stop-words.ts'
import { normalized, stem } from './terms.ts'
import { frequencyWeight, titleCount, titleOf } from './tokens.ts'
import type { WeighedTerm } from './weigh-terms.ts'

/** What the score by which a passage was found counts for, beside that of its text. */
const foundShare = 0.5
/** What two words of the question add that stand next to each other in the passage as well, and how many words apart they may be. */
const nearness = { share: 0.5, words: 8 }
/** What a word adds that stands beside the same small word as in the question ('carried over'). */
const phraseShare = 0.1
/** How often a term of a passage's heading counts, beside its place in the text. */
const headingCount = 1
/** What is left of the score of a table of contents, whose entries repeat what the pages themselves say. */
const contentsShare = 0.3
/** Of Japanese letters, how many are words and pairs of their own, about. */
const japaneseShare = { w: 0.33, b: 0.9 }
/** Letters of a word with the blank after it, about. */
const wordLength = { latin: 6, japanese: 2 }

const latinWord = /[a-z\d]+/g
const han = /\p{Script=Han}/u
const japaneseLetter = /[\u3041-\u3096\u30a1-\u30fa\u30fc\u3005-\u3007\u3400-\u9fff]/g

/**
 * Ranks the first passages of a search again, by their texts: by exact weights of all terms, where the index knows steps of
 * some of them, and by how near the words of the question stand to each other.
 */
export function rankClosely(passages: Passage[], terms: WeighedTerm[], question: string): Passage[] {
  const reader = readerFor(terms)
  const phrases = phrasesOf(question, terms)
  return passages
    .map((passage) => {
      const text = reader(passage)
      const score =
        foundShare * passage.score + frequency(text, terms) + closeness(text, terms) + phrasing(text, phrases)
      return { ...passage, score: isContents(passage.text) ? score * contentsShare : score }
    })
    .toSorted(byScore)
}

/** A passage's text as far as a question's terms go. */
interface ReadText {
  text: string
  /** Where each term stands, by characters. */
  places: number[][]
  /** Which terms its file's name and its heading have. */
  titled: boolean[]
  headed: boolean[]
  lengths: { w: number; b: number }
  wordLength: number
}

function readerFor(terms: WeighedTerm[]): (passage: Passage) => ReadText {
  const latin = new Map<string, number>()
  for (const [index, { kind, term }] of terms.entries())
    if (kind === 'w' && /^[a-z\d]+$/.test(term)) latin.set(term, index)
  // A stem begins as its words do.
  const beginnings = new Set([...latin.keys()].map((term) => term.slice(0, 2)))
  const found = new Map<string, number | undefined>()
  const indexOf = (word: string) => {
    if (!found.has(word)) found.set(word, latin.get(stem(word)))
    return found.get(word)
  }
  const titles = new Map<string, boolean[]>()

  return ({ text: raw, file_name }) => {
    const text = normalized(raw)
    const places = terms.map(({ kind, term }, index) =>
      latin.get(term) === index ? [] : placesIn(text, term, kind === 'w' && term.length === 1),
    )
    let words = 0
    for (const { 0: word, index } of text.matchAll(latinWord)) {
      if (isStopWord(word)) continue
      words++
      const term = beginnings.has(word.slice(0, 2)) ? indexOf(word) : undefined
      if (term !== undefined) places[term]!.push(index)
    }
    const letters = text.match(japaneseLetter)?.length ?? 0
    const [first = '', ...rest] = raw.split('\n', 2)
    const headingEnd = rest.length > 0 && isHeading(first) ? first.length : 0
    if (!titles.has(file_name)) titles.set(file_name, inTitle(file_name, terms))
    return {
      text,
      places,
      titled: titles.get(file_name)!,
      headed: places.map(([place]) => place !== undefined && place < headingEnd),
      lengths: { w: words + letters * japaneseShare.w, b: letters * japaneseShare.b },
      wordLength: letters > text.length / 5 ? wordLength.japanese : wordLength.latin,
    }
  }
}

function placesIn(text: string, term: string, alone: boolean): number[] {
  const places: number[] = []
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    // One character of a longer word is not the word.
    if (!alone || !(han.test(text[at - 1] ?? '') || han.test(text[at + 1] ?? ''))) places.push(at)
  }
  return places
}

function inTitle(name: string, terms: WeighedTerm[]): boolean[] {
  const title = titleOf(name)
  return terms.map(({ kind, term }) => (kind === 'w' ? title.words : title.bigrams).includes(term))
}

const frequency = ({ places, titled, headed, lengths }: ReadText, terms: WeighedTerm[]): number =>
  terms.reduce((sum, { kind, weight }, index) => {
    const count = places[index]!.length + (titled[index] ? titleCount : 0) + (headed[index] ? headingCount : 0)
    return count > 0 ? sum + weight * frequencyWeight(kind, count, lengths[kind]) : sum
  }, 0)

/** Each two words that follow each other in the question, of those that the passage has. */
function closeness({ places, wordLength: length }: ReadText, terms: WeighedTerm[]): number {
  const present = terms
    .map(({ kind, weight }, index) => ({ kind, weight, places: places[index]! }))
    .filter((term) => term.kind === 'w' && term.places.length > 0)
  return present.slice(1).reduce((sum, second, index) => {
    const first = present[index]!
    const words = distance(first.places, second.places) / length
    return words > nearness.words
      ? sum
      : sum + (nearness.share * Math.min(first.weight, second.weight)) / Math.max(words, 1)
  }, 0)
}

/** The least distance between two places, both lists rising. */
function distance(ones: number[], others: number[]): number {
  let least = Infinity
  let next = 0
  for (const one of ones) {
    while (next < others.length - 1 && others[next]! < one) next++
    least = Math.min(least, Math.abs(others[next]! - one), Math.abs((others[next - 1] ?? Infinity) - one))
  }
  return least
}

interface Phrase {
  pattern: RegExp
  weight: number
}

/** Each word of the question with the small word before or after it. */
function phrasesOf(question: string, terms: WeighedTerm[]): Phrase[] {
  const weights = new Map(terms.filter(({ kind }) => kind === 'w').map(({ term, weight }) => [term, weight]))
  const words = normalized(question).slice(0, 1000).match(latinWord) ?? []
  return words.slice(1).flatMap((second, index) => {
    const first = words[index]!
    if (isStopWord(first) === isStopWord(second)) return []
    const stemmed = stem(isStopWord(first) ? second : first)
    const weight = weights.get(stemmed)
    if (weight === undefined) return []
    const phrase = isStopWord(first) ? `${first} ${stemmed}` : `${stemmed}[a-z]* ${second}\\b`
    return [{ pattern: new RegExp(`\\b${phrase}`), weight }]
  })
}

const phrasing = ({ text }: ReadText, phrases: Phrase[]): number =>
  phrases.reduce((sum, { pattern, weight }) => (pattern.test(text) ? sum + phraseShare * weight : sum), 0)
