import { isSearchable, termsOf } from '~/provider/search/terms.ts'

/** What a search looks for: all of these, in a title or in a message. */
export interface Wanted {
  /** Stemmed English words, numbers, and Japanese words of a single letter. */
  words: string[]
  /** Japanese, as it was typed; with the words that it is cut into. */
  phrases: { text: string; words: string[] }[]
  /** The word that may go on: the last one, where the query ends in it. */
  unfinished: string | undefined
}

/** More terms than this narrow nothing. */
const mostTerms = 16

/** A query's words and phrases. Japanese is looked for as it stands, so that it is found however it was segmented. */
export function wantedIn(query: string): Wanted {
  const { words, bigrams } = termsOf(query)
  const phrases = chainsOf(bigrams).map((text) => ({ text, words: words.filter((word) => text.includes(word)) }))
  const others = words.filter((word) => isSearchable(word) && !phrases.some(({ text }) => text.includes(word)))
  const unfinished = /[a-z0-9]{3}$/i.test(query) ? others.at(-1) : undefined
  return { words: [...new Set(others)].slice(0, mostTerms), phrases: phrases.slice(0, mostTerms), unfinished }
}

/**
 * The query of the full-text indexes. Every term is made of letters and digits and quoted, so that
 * nothing that was typed is read as an operator. Undefined where nothing is looked for.
 */
export function matchFor({ words, phrases, unfinished }: Wanted): string | undefined {
  const parts = [
    ...words.map((word) => wordMatch(word, word === unfinished)),
    ...phrases.map(({ text, words }) => {
      const phrase = `bigrams : "${pairsOf(text).join(' ')}"`
      return words.length > 0 ? `(${phrase} OR words : (${words.map(quoted).join(' AND ')}))` : phrase
    }),
  ]
  return parts.length > 0 ? parts.join(' AND ') : undefined
}

function wordMatch(word: string, unfinished: boolean): string {
  if (unfinished) return `words : ${quoted(word)}*`
  // A single Japanese letter is often a part of a longer word: pairs that begin with it.
  const isLetter = word.length === 1 && /\P{ASCII}/u.test(word)
  return isLetter ? `(words : ${quoted(word)} OR bigrams : ${quoted(word)}*)` : `words : ${quoted(word)}`
}

const quoted = (term: string) => `"${term}"`

/** 天気, 気予, 予報 is 天気予報: neighbouring pairs put together again. */
function chainsOf(bigrams: string[]): string[] {
  const chains: string[] = []
  for (const bigram of bigrams) {
    const [first, second] = [...bigram]
    const last = chains.at(-1)
    if (last !== undefined && last.endsWith(first!)) chains[chains.length - 1] = last + second
    else chains.push(bigram)
  }
  return chains
}

function pairsOf(text: string): string[] {
  const letters = [...text]
  return letters.slice(1).map((second, index) => letters[index]! + second)
}
