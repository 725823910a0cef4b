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
  const claims = claimsOf(text)
  const termsOf = new Map([...new Set(claims.map(({ claim }) => claim))].map((claim) => [claim, termSet(claim)]))
  const byNumber = Map.groupBy(claims, ({ n }) => n)
  const marked = references.map((reference) => {
    const claimed = new Set(byNumber.get(reference.id)?.map(({ claim }) => claim))
    const source = sourceOf(reference.id)
    if (claimed.size === 0 || source === undefined) return reference
    const sentences = sentencesOf(source)
    const said = saidBy(sentences.map((sentence) => termSet(textOf(sentence))))
    const rested = new Set([...claimed].flatMap((claim) => said(termsOf.get(claim)!)))
    const excerpt = sentences.filter((_, index) => rested.has(index)).map(({ text }) => text)
    return excerpt.length > 0 ? { ...reference, excerpt: excerpt.join('\n') } : reference
  })
  if (marked.some((reference, index) => reference !== references[index])) yield { references: marked }
}

/** What each marker stands after: the sentence that it is in, or right after. Markers beside each other share it. */
export function claimsOf(answer: string): { n: number; claim: string }[] {
  return answer.split('\n').flatMap((line) => {
    const [first = '', ...rest] = line.split(/\[:&(\d+)\]/)
    let claim = lastSentence(first)
    return rest.flatMap((part, index) => {
      if (index % 2 === 0) return claim === undefined ? [] : [{ n: Number(part), claim }]
      claim = lastSentence(part) ?? claim
      return []
    })
  })
}

const lastSentence = (text: string) => splitSentences(text).findLast((one) => /[\p{L}\p{N}]/u.test(one))

/** Sentences that a claim may rest on together. */
const maxSentences = 3
/** The least share of a claim that a sentence must say, and that another one must add to it. */
const least = { said: 0.25, added: 0.34 }

/**
 * Reads the sentences of a source once, for many claims.
 * @param sentences the terms of each
 * @returns the places of those that say most of a claim, by the weight of its terms: the fewer sentences have one, the more it says
 */
function saidBy(sentences: Set<string>[]): (claim: Set<string>) => number[] {
  const places = new Map<string, number[]>()
  for (const [place, terms] of sentences.entries())
    for (const term of terms) {
      const own = places.get(term)
      if (own) own.push(place)
      else places.set(term, [place])
    }
  const having = (term: string) => places.get(term) ?? []
  const rarity = (term: string) => Math.log(1 + (sentences.length + 1) / (having(term).length + 1))
  return (claim) => {
    const known = [...places.keys()].filter((term) => claim.has(term))
    const weights = new Map(known.map((term) => [term, rarity(term)]))
    const unsaid = (claim.size - weights.size) * rarity('')
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, unsaid)
    const chosen: number[] = []
    while (chosen.length < maxSentences) {
      const sums = new Map<number, number>()
      for (const [term, weight] of weights)
        for (const place of having(term)) sums.set(place, (sums.get(place) ?? 0) + weight)
      const [best, sum] = [...sums].reduce(better, [Infinity, 0])
      if (!(sum / total >= (chosen.length === 0 ? least.said : least.added))) break
      chosen.push(best)
      for (const term of sentences[best]!) weights.delete(term)
    }
    return chosen
  }
}

/** Of two places with what their sentences say, the one that says more, or else comes first. */
const better = (one: [number, number], other: [number, number]) =>
  other[1] > one[1] || (other[1] === one[1] && other[0] < one[0]) ? other : one
