/**
 * A message in a conversation's address: the entry to bring into view, and the words in it for which it was found. A bad
 * value means none, never an error.
 */
export interface EntrySearch {
  entry?: number | undefined
  words?: string | undefined
}

export const entrySearch = ({ entry, words }: Record<string, unknown>): EntrySearch => ({
  words: typeof words === 'string' ? words : undefined,
  entry: Number.isSafeInteger(entry) && (entry as number) > 0 ? (entry as number) : undefined,
})
