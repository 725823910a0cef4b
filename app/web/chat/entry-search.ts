import { idIn, textIn } from '~/ui/search-params.ts'

/** Characters of the words: those that were found, and what stands between them. */
export const longestWords = 100

/**
 * A message in a conversation's address: the entry to bring into view, and the words in it for which it was found. A bad
 * value means none, never an error.
 */
export interface EntrySearch {
  entry?: number | undefined
  words?: string | undefined
}

export const entrySearch = ({ entry, words }: Record<string, unknown>): EntrySearch => ({
  entry: idIn(entry),
  words: textIn(words, longestWords),
})
