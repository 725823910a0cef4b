import { compounding, piecesOf } from './compounds.ts'
import { isContents } from './contents.ts'
import { liftAlike } from './lift-alike.ts'
import { byScore, type Passage } from './passage.ts'
import { isHeading } from './passages.ts'
import { isStopWord } from './stop-words.ts'
import { placesOf, placesOfWord } from './term-places.ts'
import { countJapanese, isMostlyJapanese, normalized, stem } from './terms.ts'
import { frequencyWeight, titleCount, titleOf } from './tokens.ts'
import type { WeighedTerm } from './weigh-terms.ts'

/** What the score by which a passage was found counts for, beside that of its text. */
const foundShare = 0.5
/** What two words of the question add that stand next to each other in the passage as well, and how many words apart they may be. */
const nearness = { share: 0.5, words: 8 }
/** What all words of the question count for that stand within a sentence or two, wherever in the passage most of them do. */
const together = { share: 0.6, words: 25 }
/** What a related word counts for ('succession' for 'successor') where the word itself is missing, and the letters that the stems share. */
const related = { share: 0.5, letters: 5, part: 0.6 }
/** What a word adds that stands beside the same small word as in the question ('carried over'). */
const phraseShare = 0.1
/** How often a term of a passage's heading counts, or of the sentence that its page opens with, beside its place in the text. */
const openingCount = 1
/** What is left of the score of a table of contents, whose entries repeat what the pages themselves say. */
const contentsShare = 0.3
/** Of Japanese letters, how many are words and pairs of their own, about. */
const japaneseShare = { w: 0.33, b: 0.9 }
/** Passages from which on it says something how many of them have a term. */
const enoughToCompare = 8
/** Letters of a word with the blank after it, about. */
const wordLength = { latin: 6, japanese: 2 }

const latinWord = /[a-z\d]+/g
/** Where the sentence or line ends that a text opens with. */
const openingEnd = /[.!?](?=\s)|[。！？\n]|$/

/**
 * Ranks the first passages of a search again, by their texts: by exact weights of all terms, where the index knows steps of
 * some of them, by how near the words of the question stand to each other, by Japanese compounds and wording kept whole, and
 * by how alike the best ones are.
 */
export function rankClosely(passages: Passage[], terms: WeighedTerm[], question: string): Passage[] {
  const reader = readerFor(terms)
  const phrases = phrasesOf(question, terms)
  const pieces = piecesOf(question, terms)
  const texts = passages.map(reader)
  const common = commonness(texts, terms)
  const scored = passages.map((passage, index) => {
    const text = texts[index]!
    const score =
      foundShare * passage.score +
      frequency(text, terms, common) +
      closeness(text, terms) +
      together.share * mostTogether(text, terms) +
      phrasing(text, phrases) +
      compounding(text.text, pieces)
    return { passage: { ...passage, score: isContents(passage.text) ? score * contentsShare : score }, text: text.text }
  })
  return liftAlike(scored).toSorted(byScore)
}

/** A passage's text as far as a question's terms go. */
interface ReadText {
  text: string
  /** Where each term stands, by characters. */
  places: number[][]
  /** How many words there are that are related to each term, other than its own forms. */
  related: number[]
  /** Which terms its file's name and its heading have, and which its heading or what its page opens with. */
  titled: boolean[]
  headed: boolean[]
  opened: boolean[]
  lengths: { w: number; b: number }
  wordLength: number
}

function readerFor(terms: WeighedTerm[]): (passage: Passage) => ReadText {
  const latin = new Map<string, number>()
  for (const [index, { kind, term }] of terms.entries())
    if (kind === 'w' && /^[a-z\d]+$/.test(term)) latin.set(term, index)
  // A stem begins as its words do.
  const beginnings = new Set([...latin.keys()].map((term) => term.slice(0, 2)))
  const relatable = Map.groupBy(latin, ([term]) => term.slice(0, related.letters))
  const found = new Map<string, Found>()
  const find = (word: string): Found => {
    const known = found.get(word)
    if (known) return known
    const stemmed = stem(word)
    const own = latin.get(stemmed)
    const alike = (own === undefined && relatable.get(stemmed.slice(0, related.letters))) || []
    const one = {
      own,
      related: alike.filter(([term]) => areRelated(term, stemmed)).map(([, index]) => index),
    }
    found.set(word, one)
    return one
  }
  const titles = new Map<string, boolean[]>()

  return ({ text: raw, file_name, opens_page }) => {
    const text = normalized(raw)
    const places = terms.map(({ kind, term }, index) =>
      latin.get(term) === index ? [] : kind === 'w' ? placesOfWord(text, term) : placesOf(text, term),
    )
    const relatives = terms.map(() => 0)
    let words = 0
    for (const { 0: word, index } of text.matchAll(latinWord)) {
      if (isStopWord(word)) continue
      words++
      if (!beginnings.has(word.slice(0, 2))) continue
      const { own, related } = find(word)
      if (own !== undefined) places[own]!.push(index)
      for (const term of related) relatives[term]!++
    }
    const letters = countJapanese(text)
    const [first = '', ...rest] = raw.split('\n', 2)
    const headingEnd = rest.length > 0 && isHeading(first) ? first.length : 0
    const openedEnd = opens_page ? Math.max(headingEnd, text.search(openingEnd)) : headingEnd
    if (!titles.has(file_name)) titles.set(file_name, inTitle(file_name, terms))
    return {
      text,
      places,
      related: relatives,
      titled: titles.get(file_name)!,
      headed: places.map(([place]) => place !== undefined && place < headingEnd),
      opened: places.map(([place]) => place !== undefined && place < openedEnd),
      lengths: { w: words + letters * japaneseShare.w, b: letters * japaneseShare.b },
      wordLength: isMostlyJapanese(text, letters) ? wordLength.japanese : wordLength.latin,
    }
  }
}

/** The terms that a word is a form of, or related to, by their places in the question. */
interface Found {
  own: number | undefined
  related: number[]
}

function areRelated(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length)
  let shared = 0
  while (shared < longer && one[shared] === other[shared]) shared++
  return shared >= related.letters && shared >= longer * related.part
}

function inTitle(name: string, terms: WeighedTerm[]): boolean[] {
  const title = titleOf(name)
  return terms.map(({ kind, term }) => (kind === 'w' ? title.words : title.bigrams).includes(term))
}

/**
 * The share of the passages that have each Japanese term. A Japanese word is counted again by each pair of its characters, so
 * that its repeats come to say more than the other words of the question.
 */
function commonness(texts: ReadText[], terms: WeighedTerm[]): number[] {
  return terms.map(({ term }, index) => {
    if (texts.length < enoughToCompare || countJapanese(term) === 0) return 0
    return texts.filter(({ places, titled }) => places[index]!.length > 0 || titled[index]).length / texts.length
  })
}

/** Repeats of a term count the less, the more of the passages have it: what they all are about chooses none of them. */
const frequency = (
  { places, related: relatives, titled, opened, lengths }: ReadText,
  terms: WeighedTerm[],
  common: number[],
): number =>
  terms.reduce((sum, { kind, weight }, index) => {
    const count = places[index]!.length + (titled[index] ? titleCount : 0) + (opened[index] ? openingCount : 0)
    const share = count > 0 ? 1 : related.share
    const all = frequencyWeight(kind, count || relatives[index]!, lengths[kind])
    const once = Math.min(all, frequencyWeight(kind, 1, lengths[kind]))
    return sum + share * weight * (once + (all - once) * (1 - common[index]! ** 2))
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

/**
 * The weight of the different words that stand together where most of them do: an answer is in one place of its passage, which
 * repeats the question. What the heading or the file's name has is said of every place.
 */
function mostTogether({ places, titled, headed, wordLength: length }: ReadText, terms: WeighedTerm[]): number {
  const everywhere = terms.map(({ kind }, index) => kind === 'w' && (titled[index]! || headed[index]!))
  const found = terms
    .flatMap(({ kind }, term) => (kind === 'w' && !everywhere[term] ? places[term]!.map((at) => ({ at, term })) : []))
    .toSorted((one, other) => one.at - other.at)
  const counts = terms.map(() => 0)
  let weight = 0
  let most = 0
  let from = 0
  for (const { at, term } of found) {
    for (; found[from]!.at < at - together.words * length; from++) {
      const left = found[from]!.term
      if (--counts[left]! === 0) weight -= terms[left]!.weight
    }
    if (counts[term]!++ === 0) weight += terms[term]!.weight
    most = Math.max(most, weight)
  }
  return terms.reduce((sum, term, index) => (everywhere[index] ? sum + term.weight : sum), most)
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
