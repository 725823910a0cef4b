import { meanings } from './meanings.ts'
import { beginningOf, type QueryTerm } from './query-terms.ts'
import { isSearchable, normalized, stem, termsOf } from './terms.ts'

/** What another word counts beside the one that was asked for. */
const share = 0.5
/** More terms than this cost time and find nothing better. */
const most = 16

/** The stems of the English words. */
const stems = new Map(
  meanings.flatMap((words) => words.filter((word) => /^[a-z]+$/.test(word)).map((word) => [word, stem(word)])),
)

/** What else a question is searched by: other words for what it names, so that 'annual leave' answers one about holidays, and 賞与 one about ボーナス. */
export function otherTerms(question: string): QueryTerm[] {
  const text = normalized(beginningOf(question))
  const words = new Set(termsOf(text).words)
  const isAsked = (word: string) => {
    const stemmed = stems.get(word)
    return stemmed === undefined ? text.includes(word) : words.has(stemmed)
  }
  const others = meanings.flatMap((line) => {
    const asked = line.filter(isAsked)
    return asked.length > 0 ? line.filter((word) => !asked.includes(word)) : []
  })
  return [...new Set(termsOf(others.join('\n')).words)]
    .filter((term) => !words.has(term) && isSearchable(term))
    .slice(0, most)
    .map((term) => ({ kind: 'w', term, share }))
}
