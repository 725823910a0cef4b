import { stemmer } from 'stemmer'
import { basicForm } from './irregular-words.ts'
import { isStopWord } from './stop-words.ts'

/** What a text is searched by. Both lists may repeat a term: how often it occurs counts. */
export interface Terms {
  /** Stemmed English words, numbers, and Japanese words as `Intl.Segmenter` cuts them. */
  words: string[]
  /** Pairs of neighbouring Japanese characters: they find what was segmented differently. */
  bigrams: string[]
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
const japaneseLetter = /[\u3041-\u3096\u30a1-\u30fa\u30fc\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u
const japaneseLetters = new RegExp(japaneseLetter.source, 'gu')
const japaneseRun = new RegExp(`${japaneseLetter.source}{2,}`, 'gu')
const ascii = /^[\x00-\x7f]*$/
const wordLike = /^[\p{L}\p{N}]+$/u

/** The terms of a text. Index and queries share this function, so whatever it does to a word, it does to both. */
export function termsOf(text: string): Terms {
  const normal = normalized(text)
  return { words: wordsOf(normal), bigrams: bigramsOf(normal) }
}

/** The terms of a text without repeats, words and pairs together: what two texts have in common is what they say. */
export function termSet(text: string): Set<string> {
  const { words, bigrams } = termsOf(text)
  return new Set([...words, ...bigrams])
}

/** One spelling for full and half width, upper and lower case, and accents; numbers lose their grouping commas and stay whole. */
export function normalized(text: string): string {
  return lowerCase(text)
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d)\.(?=\d)/g, 'point')
    .replace(/[’']s\b/g, '')
}

function lowerCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
}

function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue
    // A segment may hold marks that the index's tokenizer cuts at ("o'clock").
    for (const part of segment.match(/[\p{L}\p{N}]+/gu) ?? []) {
      const word = stem(part)
      if (!isStopWord(part) && !isStopWord(word)) words.push(word)
    }
  }
  return words
}

/** What the forms of a word have in common, of a normalised word: 'carri' of 'carried', 'child' of 'children'. */
export function stem(word: string): string {
  if (/^[a-z]+$/.test(word)) return stemmer(basicForm(word))
  // サーバー and サーバ are one word.
  return /^[\u30a1-\u30fa\u30fc]{4,}$/.test(word) ? word.replace(/ー$/, '') : word
}

function bigramsOf(text: string): string[] {
  return (text.match(japaneseRun) ?? []).flatMap((run) => {
    const characters = [...run]
    return characters.slice(1).map((second, index) => characters[index]! + second)
  })
}

/** How many letters of Japanese a text has. */
export const countJapanese = (text: string): number => text.match(japaneseLetters)?.length ?? 0

/** Whether a text is in Japanese, its figures and Latin names aside: a fifth of its characters are. */
export const isMostlyJapanese = (text: string, japanese = countJapanese(text)): boolean => japanese > text.length / 5

/** Whether a pair is two hiragana: mostly endings and particles, worth little in a search. */
export function isKanaPair(bigram: string): boolean {
  return /^[\u3041-\u3096]{2}$/.test(bigram)
}

/** Whether a term can stand in a full-text query: letters and digits only, so never an operator or a quote. */
export function isSearchable(term: string): boolean {
  return wordLike.test(term)
}
