import { beginningOf, type QueryTerm } from './query-terms.ts'
import { normalized, termsOf } from './terms.ts'
import type { TermKind } from './tokens.ts'

/** Verbs that words of two of them are made of, behind the kana that they end with there: 申し込み, 立て替え. */
const verbs = `
  い払問扱買 え替換 き引続書置 ぎ継 け受付届 げ上 し申戻越貸出渡消返直通差 ち打持 て立当 み組込読積 め締 り取切振繰借乗割売送 れ入
`
/** Where they end such a word in another way, the longer spelling first. */
const endings: Record<string, string[]> = { 合: ['わせ', 'せ'], 積: ['もり', 'り'] }
/** What such a word may begin with that is no verb: 手続き, 見積もり. */
const nouns = '手見前後支仕値'

const kanaOf = new Map(
  verbs
    .trim()
    .split(/\s+/)
    .flatMap(([kana, ...kanji]) => kanji.map((each) => [each, kana!] as const)),
)
const second = [...new Set([...kanaOf.keys(), ...Object.keys(endings)])].join('')
const compound = new RegExp(`([${[...kanaOf.keys()].join('')}${nouns}])([\\u3041-\\u3096]?)([${second}])`, 'gu')
const severalKanji = /\p{Script=Han}.*\p{Script=Han}/u
/** Words that are read otherwise, or mean something else with kana. */
const readOtherwise = new Set('組合 取引 送付 返送 直送 返上 直通 当直 継続 入出 送受'.split(' '))
/** More terms than this cost time and find nothing better. */
const most = 12

/**
 * The other spellings of what a question names: Japanese leaves kana out of compound words, each writer others (取り組み, 取組み,
 * 取組), and neither the words nor the pairs of one spelling are those of another.
 */
export function otherSpellings(question: string): QueryTerm[] {
  const text = normalized(beginningOf(question))
  const known = termsOf(text)
  const spellings = [...text.matchAll(compound)].flatMap(([spelled, first = '', kana, last = '']) => {
    const inner = kanaOf.get(first) ?? ''
    if (readOtherwise.has(spelled) || (kana !== '' && kana !== inner)) return []
    const outer = endings[last] ?? [kanaOf.get(last)!]
    const beginning = kana === '' ? first + inner : first
    return { words: outer.map((end) => beginning + last + end), pair: beginning.at(-1)! + last }
  })
  const words = spellings.flatMap(({ words, pair }) => termsOf([pair, ...words].join('\n')).words)
  // The pair finds what the segmenter knows no word of.
  const pairs = spellings.map(({ pair }) => pair).filter((pair) => !known.bigrams.includes(pair))
  const others = words.filter((word) => severalKanji.test(word) && !known.words.includes(word))
  return [...distinct('w', others), ...distinct('b', pairs)].slice(0, most)
}

const distinct = (kind: TermKind, terms: string[]): QueryTerm[] => [...new Set(terms)].map((term) => ({ kind, term }))
