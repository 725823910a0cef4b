/** A message in a conversation's address: the entry to bring into view. A bad value means none, never an error. */
interface EntrySearch {
  entry?: number | undefined
}

export const entrySearch = ({ entry }: Record<string, unknown>): EntrySearch => ({
  entry: Number.isSafeInteger(entry) && (entry as number) > 0 ? (entry as number) : undefined,
})
