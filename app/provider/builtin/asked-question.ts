import type { Passage } from '~/provider/search/passage.ts'
import { termSet, termsOf } from '~/provider/search/terms.ts'
import type { TermRarity } from '~/provider/search/weigh-terms.ts'
import { type AnswerTest, answerTest } from './answer-kind.ts'
import { isHiragana, isJapanese } from './language.ts'
import { otherWordsOf } from './same-meaning.ts'
import { sentencesOf, textOf } from './sentences.ts'

/** A question as sentences are held against it. */
export interface AskedQuestion {
  /** What it asks for, where that is of a known kind. */
  kind: AnswerTest | undefined
  /** The names in it, each with its terms: what speaks of other people, products and years does not answer it. */
  names: { name: string; terms: string[] }[]
  /** The words that it is about, but not those that only name the kind of answer, each with its weight. */
  words: Map<string, number>
  /** Those of them that say what it wants to know of the others. */
  relation: Map<string, number>
  /** The terms of a text, and those of the question that it says in other words. */
  said: (text: string) => Set<string>
  /** The share of the question that is spoken of, by the weight of its terms, 0 to 1; `share` is how far a term is. */
  coverage: (share: (term: string) => number) => number
}

interface Circumstances {
  /** The question before, where this one goes on with it: its words count less. */
  before?: string | undefined
  /** How rare terms are in all that can be searched; where it is left out, in the sentences that were found. */
  rarity?: TermRarity | undefined
}

/** @param passages what was found for it */
export function readQuestion(
  question: string,
  passages: Passage[],
  { before = '', rarity }: Circumstances = {},
): AskedQuestion {
  const otherWords = otherWordsOf(`${before}\n${question}`)
  const known = rarity ?? rarityAmong(passages)
  const weights = termWeights(question, before, known)
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const kind = answerTest(question)
  const words = new Set(termsOf(`${question}\n${before}`).words)
  const agents = [...words]
    .filter((term) => /^[a-z]{4,}$/.test(term))
    .map((term) => ({ term, forms: agentForms(term) }))
  const about = new Map([...weights].filter(([term]) => words.has(term) && !kind?.names(term)))
  const relation = relationOf(question)
  // Headings and the sentences before are asked for again and again.
  const texts = new Map<string, Set<string>>()
  return {
    kind,
    names: namesIn(question).map((name) => ({ name, terms: [...termSet(name)] })),
    words: about,
    relation: new Map([...about].filter(([term]) => relation.has(term))),
    said(text) {
      const known = texts.get(text)
      if (known) return known
      const own = termSet(text)
      const done = agents.flatMap(({ term, forms }) => (forms.some((form) => own.has(form)) ? [term] : []))
      const said = new Set([...own, ...done, ...otherWords(text)])
      texts.set(text, said)
      return said
    },
    coverage(share) {
      let covered = 0
      for (const [term, weight] of weights) covered += weight * share(term)
      return total === 0 ? 0 : covered / total
    },
  }
}

/** The one who does what a verb says, and the verb of the one who does it: 'speaker' of 'speak'. */
const agentForms = (term: string): string[] =>
  /[eo]r$/.test(term) ? [term.slice(0, -2), term.slice(0, -1)] : [`${term}er`, `${term}or`, `${term}r`]

/** How much a pair of characters counts beside a word: a Japanese word is counted again by its pairs. */
const pairShare = 0.4
/** How much a word of hiragana alone counts: most are endings and helping verbs. */
const kanaShare = 0.3
/** How much a term counts that only the question before has. */
const beforeShare = 0.5

/** The weight of each term of the question: the rarer it is, the more it says. */
function termWeights(question: string, before: string, rarity: TermRarity): Map<string, number> {
  const earlier = [...sharesOf(before)].map(([term, share]) => [term, share * beforeShare] as const)
  const shares = new Map([...earlier, ...sharesOf(question)])
  // The pairs of a word that nobody uses would count against an answer once more.
  const words = new Set(termsOf(`${question}\n${before}`).words)
  const counted = [...shares].filter(([term]) => words.has(term) || rarity.terms.has(term))
  return new Map(counted.map(([term, share]) => [term, share * (rarity.terms.get(term) ?? rarity.unknown)]))
}

/** What each term of a question counts, however rare it is. */
function sharesOf(question: string): Map<string, number> {
  const { words, bigrams } = termsOf(question)
  const pairs = bigrams.filter((pair) => !/[\u3041-\u3096]/.test(pair))
  return new Map([
    ...pairs.map((pair) => [pair, pairShare] as const),
    ...words.map((word) => [word, isHiragana(word) ? kanaShare : 1] as const),
  ])
}

/** A term that none has counts as an average one; it may be another word for the same thing. */
function rarityAmong(passages: Passage[]): TermRarity {
  const sentences = passages.flatMap(({ text }) => sentencesOf(text).map((sentence) => termSet(textOf(sentence))))
  const counts = new Map<string, number>()
  for (const terms of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const terms = new Map([...counts].map(([term, count]) => [term, Math.log(1 + sentences.length / count)]))
  const average = [...terms.values()].reduce((sum, value) => sum + value, 0) / (terms.size || 1)
  return { terms, unknown: average || 1 }
}

/** Capitals within an English question, those beside each other as one name, Latin words within a Japanese one, abbreviations and years. */
function namesIn(question: string): string[] {
  const text = question.normalize('NFKC')
  const names = isJapanese(text)
    ? text.match(/[A-Za-z][A-Za-z0-9.+-]*|(?:1\d{3}|20\d\d)(?=年)/g)
    : text.match(
        /(?<=[\p{L}\d,;] ['"]?)\p{Lu}[\p{L}\d-]*(?: \p{Lu}[\p{L}\d-]*)*|\b\p{Lu}{2,}[\p{L}\d-]*|\b(?:1\d{3}|20\d\d)\b/gu,
      )
  return (names ?? []).filter((name) => name !== 'I')
}

const asked = String.raw`(?:誰|だれ|どなた|いつ|どこ|なぜ|いくら|いくつ|どのくらい|どれくらい|何|[?？]|$)`
const forms = [
  /\bwho(?:m|se)?(?: (?:is|was|were|are|has|had|will|did|does|do|can|may|must|should|first|last))* (?:the )?(\p{L}+)/iu,
  /\b(?:is|was|are|were) (?:the|a|an|our|my|your|its) (?:[\p{L}-]+ )*?([\p{L}-]+)(?= (?:of|for|in|on|at|from|to|per|during|with)\b| ?\?|$)/iu,
  /\bnames? of .*?([\p{L}-]+)(?= (?:of|for|in|on|at|from|to|with)\b| ?\?|$)/iu,
  /\bhow many (?:of the )?(\p{L}+)/iu,
  /\b(?:which|what) \p{L}+ (?:(?:is|was|are|were|will|be|can|has|have|had|should|must|may) )*(?!do\b|does\b|did\b|of\b|in\b|for\b|on\b|the\b|a\b|i\b|we\b)(\p{L}+)/iu,
  /^(?:when|where|(?:in|on|at) (?:which|what) \p{L}+) (?:was|were|did)\b.*? ([\p{L}-]+) ?\??$/iu,
  new RegExp(String.raw`の([一-龠々ァ-ヶー]+)は${asked}`, 'u'),
  new RegExp(String.raw`([一-龠々ァ-ヶー]+)[ぁ-ゖ]{0,2}[ただ]のは${asked}`, 'u'),
]

/**
 * The terms by which a question says what it wants to know of what it speaks of, a deed or an attribute: 'designed' of 'who designed the
 * bridge', 'fee' of 'what is the fee of Nimbus'. None where it has another form.
 */
function relationOf(question: string): Set<string> {
  const text = question.normalize('NFKC').trim()
  return termSet(forms.map((form) => form.exec(text)?.[1] ?? '').join('\n'))
}
