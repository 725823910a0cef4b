import type { Passage } from '~/provider/search/passage.ts'
import { passagesOf } from '~/provider/search/passages.ts'
import { termSet } from '~/provider/search/terms.ts'
import type { DocumentText } from './document-text.ts'
import type { Rule } from './finding.ts'

/**
 * For each rule the passages of a document that speak of it most, the best first: by the rule's terms that they have, of
 * which rarer ones count more. In memory, since the pages are: the database would be asked hundreds of times.
 */
export function rulePassages(rules: Rule[], { pages, ...file }: DocumentText, limit: number): Map<number, Passage[]> {
  const passages = pages.flatMap(({ page, text }) =>
    passagesOf(text).map((passage, index) => ({ page, text: passage, opens_page: index === 0 ? 1 : 0 })),
  )
  const termsOfRules = rules.map(({ text }) => termSet(text))
  // Of a document's terms only those of the rules are kept: all of them would not fit into memory.
  const places = new Map<string, number[]>(termsOfRules.flatMap((terms) => [...terms]).map((term) => [term, []]))
  for (const [index, { text }] of passages.entries()) {
    for (const term of termSet(text)) places.get(term)?.push(index)
  }
  return new Map(
    rules.map(({ number }, index) => {
      const scores = new Map<number, number>()
      for (const term of termsOfRules[index]!) {
        const having = places.get(term)!
        const weight = Math.log(1 + passages.length / having.length)
        for (const place of having) scores.set(place, (scores.get(place) ?? 0) + weight)
      }
      const best = [...scores].toSorted(([a, score], [b, other]) => other - score || a - b).slice(0, limit)
      const { file_id, file_name } = file
      return [number, best.map(([id, score]) => ({ id, file_id, file_name, url: null, score, ...passages[id]! }))]
    }),
  )
}
