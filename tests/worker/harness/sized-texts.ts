import type { Reference } from '~/contract/chat.ts'

/** Gives some of a text, what follows each time: it repeats itself only far beyond what compression sees. */
export function portionsOf(collection: string): (characters: number) => string {
  let next = 0
  return (characters) => {
    if (next + characters > collection.length) next = 0
    return collection.slice(next, (next += characters))
  }
}

/** A source as an answer has it: where it is, and the words that its claims rest on. */
export const referenceOf = (index: number, excerpt: string): Reference => ({
  id: index + 1,
  type: 'document',
  name: 'employee-handbook-2026.pdf',
  file_id: 4711 + index,
  page_number: 3 + index,
  excerpt,
})
