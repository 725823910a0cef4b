import { termsOf } from '~/provider/search/terms.ts'
import { isHiragana, isJapanese } from './language.ts'

/** Words that only make a question of a sentence, though the search looks for them, stemmed. */
const formal =
  /^(now|todai|current|happen|us|call|go|take|make|今|現在|一番|必要|何.*|[一二三四五六七八九十百千]+[人つ]?)$/

/**
 * How much of some words a page does not say, by their weight, 0 to 1.
 * @param said the terms of the page
 */
export function unsaidShare(words: Map<string, number>, said: Set<string>): number {
  let [total, open] = [0, 0]
  for (const [word, weight] of words) {
    if (formal.test(word)) continue
    const share = shareSaid(word, said)
    // Hiragana may be a word or the rest of one: that it is missing tells nothing.
    if (share === 0 && isHiragana(word)) continue
    total += weight
    open += weight * (1 - share)
  }
  return total === 0 ? 0 : open / total
}

/** Whether a page lacks a name: of a first and a last name, one is enough. */
export const isMissing = (terms: string[], said: Set<string>): boolean =>
  terms.filter((term) => said.has(term)).length < terms.length / 2

/** How far the terms of a page have a word, in this form or another, 0 to 1. */
function shareSaid(word: string, said: Set<string>): number {
  if (said.has(word)) return 1
  // Six letters tell an English word whatever its ending: 'conclude' and 'conclusion'.
  if (!isJapanese(word)) {
    const start = word.slice(0, Math.max(6, word.length - 3))
    return /^[a-z]{6,}$/.test(word) && some(said, (term) => term.startsWith(start)) ? 1 : 0
  }
  // The kanji of a verb are in its other forms and in nouns made of it: 塗る, 塗装.
  const verb = /^([一-龠々]+)[\u3041-\u3096]+$/u.exec(word)?.[1] ?? (word.length === 1 ? word : undefined)
  if (verb !== undefined) return some(said, (term) => term.includes(verb)) ? 1 : 0
  // A compound may be cut elsewhere on the page, or be longer than what the page says: 山小屋, 小屋.
  const pairs = termsOf(word).bigrams
  return pairs.length === 0 ? 0 : pairs.filter((pair) => said.has(pair)).length / pairs.length
}

function some(terms: Set<string>, fits: (term: string) => boolean): boolean {
  for (const term of terms) if (fits(term)) return true
  return false
}
