import type { Reference } from '~/contract/chat.ts'
import type { AnswerStatus } from '~/contract/conversations.ts'

/** A source of an answer with the number that readers see. */
export interface Source {
  number: number
  reference: Reference
}

/** How an answer cites: its sources in the order of their numbers, and the number of each reference id. */
export interface Citations {
  sources: Source[]
  numberOf: ReadonlyMap<number, number>
}

/** A citation marker: `[:&n]`, n being a reference's id. */
export const marker = /\[:&(\d+)\]/g

/**
 * Numbers an answer's sources: in the order in which the text cites them, the same source sharing one number, those that
 * are not cited appended.
 */
export function citationsOf(text: string, references: readonly Reference[]): Citations {
  const byId = new Map(references.map((reference) => [reference.id, reference]))
  const cited = [...text.matchAll(marker)].flatMap(([, id]) => byId.get(Number(id)) ?? [])
  const numbers = new Map<string, Source>()
  for (const reference of [...cited, ...references]) {
    const key = sourceKey(reference)
    if (!numbers.has(key)) numbers.set(key, { number: numbers.size + 1, reference })
  }
  return {
    sources: [...numbers.values()],
    numberOf: new Map(references.map((reference) => [reference.id, numbers.get(sourceKey(reference))!.number])),
  }
}

/** The references that an answer rests on. One that was cut short did not use what its text so far does not cite. */
export function usedReferences(text: string, references: readonly Reference[], status: AnswerStatus) {
  if (status === 'done' || status === 'streaming') return references
  const cited = new Set([...text.matchAll(marker)].map(([, id]) => Number(id)))
  return references.filter(({ id }) => cited.has(id))
}

/** A piece of text: words as they are, or the number of a source. */
export type Piece = { text: string } | { citation: number; id: number }

/** Cuts text at its markers. Neighbours that cite the same source become one; unknown markers stay text. */
export function pieces(text: string, { numberOf }: Citations): Piece[] {
  const out: Piece[] = []
  let from = 0
  for (const match of text.matchAll(marker)) {
    const id = Number(match[1])
    const citation = numberOf.get(id)
    if (citation === undefined) continue
    const between = text.slice(from, match.index)
    const last = out.at(-1)
    const repeated = last && 'citation' in last && last.citation === citation && between.trim() === ''
    from = match.index + match[0].length
    if (repeated) continue
    if (between) out.push({ text: between })
    out.push({ citation, id })
  }
  if (from < text.length) out.push({ text: text.slice(from) })
  return out
}

/** Text of an answer in the making, without a marker that has only half arrived. */
export function withoutHalfMarker(text: string): string {
  const from = text.lastIndexOf('[')
  return from >= 0 && /^\[(:(&\d*)?)?$/.test(text.slice(from)) ? text.slice(0, from) : text
}

const sourceKey = ({ url, file_id, page_number, id }: Reference) =>
  url ? `web ${url}` : file_id ? `file ${file_id} ${page_number ?? 0}` : `reference ${id}`
