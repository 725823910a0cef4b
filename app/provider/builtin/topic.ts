import { termsOf } from '~/provider/search/terms.ts'
import { isHiragana, isJapanese } from './language.ts'
import { otherWordsOf } from './same-meaning.ts'
import type { SectionedSentence } from './sections.ts'
import { textOf } from './sentences.ts'

/** One of the things that a topic names: 'prices' and 'delivery' of 'prices and delivery'. */
export interface TopicPart {
  /** As it was written. */
  name: string
  /** Holds a sentence against it. */
  hold: (sentence: SectionedSentence) => HeldAgainst
}

interface HeldAgainst {
  /** The share of its words that the sentence or a heading above it has. */
  share: number
  /** The same, where other words may stand for them: 'costs' for 'prices'. */
  meant: number
  /** The sentence itself has one of them. */
  isDirect: boolean
}

const conjunction =
  /\s*[,、・&/]\s*|\s+(?:and|or)\s+|及び|または|又は|および|(?<=[^\u3041-\u3096\s])[とや](?=[^\u3041-\u3096\s])/i

/** Parts of a topic that are looked for, the first: each sentence of the files is held against all of them. */
const maxParts = 24

/** Reads a topic once, for many sentences. */
export function readTopic(topic: string): TopicPart[] {
  const names = new Set(topic.split(conjunction).filter((name) => termsOf(name).words.length > 0))
  // All parts are held against a sentence before the next one comes.
  const [readSentence, readSection] = [readingOnce(), readingOnce()]
  return [...names].slice(0, maxParts).map((name) => {
    const words = subjectWords(name)
    const otherWords = otherWordsOf(name)
    const stem = japaneseStem(name)
    const saidIn = ({ plain, terms, alike }: ReadText) =>
      stem !== undefined && plain.includes(stem)
        ? words
        : words.filter(
            (word) => terms.has(word) || alike.get(beginningOf(word))?.some((term) => isSameWord(term, word)),
          )
    return {
      name,
      hold(sentence) {
        const text = textOf(sentence)
        const itself = saidIn(readSentence(text))
        const said = new Set([...itself, ...saidIn(readSection(sentence.section))])
        const others = otherWords(text)
        return {
          share: said.size / words.length,
          meant: words.filter((word) => said.has(word) || others.has(word)).length / words.length,
          isDirect: itself.length > 0,
        }
      },
    }
  })
}

/** A text as the parts of a topic are held against it. */
interface ReadText {
  plain: string
  terms: Set<string>
  /** Those of English words, by what two of the same word have in common. */
  alike: Map<string, string[]>
}

function read(text: string): ReadText {
  const terms = new Set(termsOf(text).words)
  const alike = Map.groupBy(
    [...terms].filter((term) => englishWord.test(term)),
    beginningOf,
  )
  return { plain: text.normalize('NFKC'), terms, alike }
}

/** Reads the same text, asked for again and again, once. */
function readingOnce(): (text: string) => ReadText {
  let latest: { text: string; read: ReadText } | undefined
  return (text) => {
    if (latest?.text !== text) latest = { text, read: read(text) }
    return latest.read
  }
}

/** A topic of hiragana alone is kept as it is. */
function subjectWords(name: string): string[] {
  const words = [...new Set(termsOf(name).words)]
  const telling = words.filter((word) => !isHiragana(word))
  return telling.length > 0 ? telling : words
}

const englishWord = /^[a-z]{5,}$/
const beginningOf = (word: string) => word.slice(0, 5)

/** Stems of 'deliver' and 'delivery' differ in their ends. */
function isSameWord(one: string, other: string): boolean {
  if (!englishWord.test(one) || !englishWord.test(other)) return false
  return (one.startsWith(other) || other.startsWith(one)) && Math.abs(one.length - other.length) <= 3
}

/** A Japanese topic is also found within longer words, and with another ending: 支払い in 支払条件. */
function japaneseStem(name: string): string | undefined {
  const stem = name.normalize('NFKC').replace(/(?<=[\u30a1-\u30fe\u4e00-\u9fff]{2})[\u3041-\u3096]+$/, '')
  return isJapanese(stem) && stem.length > 1 ? stem : undefined
}
