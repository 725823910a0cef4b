import type { Reference } from '~/contract/chat.ts'
import { sentencesOf, splitSentences, textOf } from '~/provider/builtin/sentences.ts'
import { termSet } from '~/provider/search/terms.ts'
import type { AgentEvent } from './agent.ts'

/**
 * Passes an answer on, and after it its references once more, each with the sentences that its claims rest on as the excerpt: those
 * are what a reader who opens a citation wants to see. A reference whose source shares too little with the claims, or is not
 * cited, keeps the excerpt that it has.
 * @param sourceOf the text that the model was given under the number of a marker
 */
export async function* markClaims(
  events: AsyncIterable<AgentEvent>,
  sourceOf: (n: number) => string | undefined,
): AsyncGenerator<AgentEvent> {
  let text = ''
  let references: Reference[] = []
  for await (const event of events) {
    if ('delta' in event) text += event.delta
    if ('references' in event) references = event.references
    yield event
  }
  const claims = Map.groupBy(claimsOf(text), ({ n }) => n)
  const marked = references.map((reference) => {
    const claimed = claims.get(reference.id) ?? []
    const source = sourceOf(reference.id)
    if (claimed.length === 0 || source === undefined) return reference
    const sentences = sentencesOf(source)
    const said = sentences.map((sentence) => termSet(textOf(sentence)))
    const rested = new Set(claimed.flatMap(({ claim }) => sentencesUnder(claim, said)))
    const excerpt = sentences.filter((_, index) => rested.has(index)).map(({ text }) => text)
    return excerpt.length > 0 ? { ...reference, excerpt: excerpt.join('\n') } : reference
  })
  if (marked.some((reference, index) => reference !== references[index])) yield { references: marked }
}

/** What each marker stands after: the sentence that it is in, or right after. Markers beside each other share it. */
export function claimsOf(answer: string): { n: number; claim: string }[] {
  return answer.split('\n').flatMap((line) => {
    const [first = '', ...rest] = line.split(/\[:&(\d+)\]/)
    let claim = first
    return rest.flatMap((part, index) => {
      if (index % 2 === 1) {
        if (/[\p{L}\p{N}]/u.test(part)) claim = part
        return []
      }
      const sentence = splitSentences(claim).findLast((one) => /[\p{L}\p{N}]/u.test(one))
      return sentence === undefined ? [] : [{ n: Number(part), claim: sentence }]
    })
  })
}

/** Sentences that a claim may rest on together. */
const maxSentences = 3
/** The least share of a claim that a sentence must say, and that another one must add to it. */
const least = { said: 0.25, added: 0.34 }

/**
 * The sentences that say most of a claim, by the weight of its terms: the fewer sentences have one, the more it says.
 * @param said the terms of each sentence
 * @returns the sentences' places
 */
function sentencesUnder(claim: string, said: Set<string>[]): number[] {
  const rarity = (term: string) =>
    Math.log(1 + (said.length + 1) / (said.filter((terms) => terms.has(term)).length + 1))
  const weights = new Map([...termSet(claim)].map((term) => [term, rarity(term)]))
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const chosen: number[] = []
  while (chosen.length < maxSentences) {
    const shares = said.map(
      (terms) => [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0) / total,
    )
    const best = shares.indexOf(Math.max(...shares))
    if (best < 0 || !(shares[best]! >= (chosen.length === 0 ? least.said : least.added))) break
    chosen.push(best)
    for (const term of said[best]!) weights.delete(term)
  }
  return chosen
}
