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

/** Reads a topic once, for many sentences. */
export function readTopic(topic: string): TopicPart[] {
  const names = topic.split(conjunction).filter((name) => termsOf(name).words.length > 0)
  return names.map((name) => {
    const words = subjectWords(name)
    const otherWords = otherWordsOf(name)
    const stem = japaneseStem(name)
    const saidIn = (text: string) => {
      if (stem !== undefined && text.normalize('NFKC').includes(stem)) return new Set(words)
      const terms = new Set(termsOf(text).words)
      return new Set(words.filter((word) => terms.has(word) || [...terms].some((term) => isSameWord(term, word))))
    }
    const heard = new Map<string, Set<string>>()
    return {
      name,
      hold(sentence) {
        const text = textOf(sentence)
        if (!heard.has(sentence.section)) heard.set(sentence.section, saidIn(sentence.section))
        const itself = saidIn(text)
        const said = new Set([...itself, ...heard.get(sentence.section)!])
        const others = otherWords(text)
        return {
          share: said.size / words.length,
          meant: words.filter((word) => said.has(word) || others.has(word)).length / words.length,
          isDirect: itself.size > 0,
        }
      },
    }
  })
}

/** A topic of hiragana alone is kept as it is. */
function subjectWords(name: string): string[] {
  const words = [...new Set(termsOf(name).words)]
  const telling = words.filter((word) => !isHiragana(word))
  return telling.length > 0 ? telling : words
}

/** Stems of 'deliver' and 'delivery' differ in their ends. */
function isSameWord(one: string, other: string): boolean {
  if (!/^[a-z]{5,}$/.test(one) || !/^[a-z]{5,}$/.test(other)) return false
  return (one.startsWith(other) || other.startsWith(one)) && Math.abs(one.length - other.length) <= 3
}

/** A Japanese topic is also found within longer words, and with another ending: 支払い in 支払条件. */
function japaneseStem(name: string): string | undefined {
  const stem = name.normalize('NFKC').replace(/(?<=[\u30a1-\u30fe\u4e00-\u9fff]{2})[\u3041-\u3096]+$/, '')
  return isJapanese(stem) && stem.length > 1 ? stem : undefined
}
