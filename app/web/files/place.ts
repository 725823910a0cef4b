/** The id in `/files/{id}`; anything but digits means no file. */
export const fileIdOf = (segment: string | undefined) => positive(/^\d{1,15}$/.exec(segment ?? '')?.[0])

/** A place in a file, as what follows the `#` of an address says it. */
export interface Place {
  page?: number | undefined
  /** The cited words, to be marked there: passages, each on a line of its own; `…` stands for what was left out of one. */
  words?: string | undefined
}

/**
 * Writes a place as `page=3&words=The%20limit`, without the `#`. Words of a document belong there: a browser keeps what
 * follows the `#` over a reload and copies it with the address, but sends it to no server, so that no log gets them.
 */
export function fragmentOf({ page, words }: Place): string {
  const marked = words && encodeURIComponent(shortened(words))
  return [page && `page=${page}`, marked && `words=${marked}`].filter(Boolean).join('&')
}

/**
 * Reads a place from what follows a `#`; what does not fit names none. The words come last and are taken to the end, since
 * the router hands them over half decoded: only `%25` and `%5C` are still as they were written.
 */
export function placeOf(hash: string): Place {
  const [, page, words] = /^(?:page=(\d{1,9}))?(?:(?:^|&)words=([^]*))?$/.exec(hash) ?? []
  return { page: positive(page), words: decoded(words ?? '')?.slice(0, longestWords) }
}

/** Clusters of characters: of a longer passage its beginning and its end are named, which find all of it. */
const longestPassage = 90
const beginning = 50
const end = 30
/** Characters of all passages together; Japanese takes nine bytes of an address for each. */
const longestWords = 400

/** Characters with their combining marks, which must not be parted. */
const clusters = /\P{M}[\p{M}\uFF9E\uFF9F]*/gu

function shortened(words: string): string {
  const passages = words
    .toWellFormed()
    .split('\n')
    .filter((line) => line.trim() !== '')
  const kept: string[] = []
  let length = 0
  for (const passage of passages.map(ends)) {
    length += passage.length + 1
    if (length > longestWords) break
    kept.push(passage)
  }
  return kept.join('\n')
}

function ends(passage: string): string {
  const parts = passage.trim().match(clusters) ?? []
  if (parts.length <= longestPassage) return parts.join('')
  return `${parts.slice(0, beginning).join('')}…${parts.slice(-end).join('')}`
}

function decoded(words: string): string | undefined {
  try {
    return decodeURIComponent(words).trim() || undefined
  } catch {
    return undefined
  }
}

const positive = (digits: string | undefined) => (Number(digits) > 0 ? Number(digits) : undefined)
