import type { Conversation } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'

/** The caller's conversations, the latest first: all of them where `data` has `total`, else the newest. */
export interface HistoryList {
  data: Conversation[]
  total: number
  /** When the reading of the whole list began, in milliseconds. */
  readAt: number
  /** How many entries at the end of `data` are older favorites, loaded before the pages around them. */
  ahead?: number
}

/** What is asked for: the newest, or those after a place in the list; all, or only the favorites. */
export interface PageQuery {
  page_size: number
  after?: string
  favorite?: 'true'
}

export type ReadPage = (query: PageQuery) => Promise<Pick<Paged<Conversation>, 'data' | 'total'>>

/** How many conversations the first HTML lists, and how many favorites besides. */
const firstSize = 50
const mostFavorites = 200

/** The newest conversations, asked for each time; whoever has no more gets the whole list with them. */
export const newestSize = 1000
/** Older ones come in pages that neither side notices in passing. */
const olderSize = 5000
/** Milliseconds after which everything after the newest is loaded again. */
const longestKept = 30 * 60_000

export const isComplete = ({ data, total }: HistoryList) => data.length >= total

/** The newest conversations, and the older favorites with them, so that their group is whole at once. */
export async function firstHistory(read: ReadPage, now = Date.now()): Promise<HistoryList> {
  const [newest, favorites] = await Promise.all([
    read({ page_size: firstSize }),
    read({ page_size: mostFavorites, favorite: 'true' }),
  ])
  return withAhead({ ...newest, readAt: now }, favorites.data)
}

/**
 * Reads the list: the newest always, the rest where it is not `known`. `onProgress` is given the list as far as it has come.
 * Everything that is spoken in moves to the newest, and whatever was deleted elsewhere shows in the total.
 */
export async function loadHistory(
  read: ReadPage,
  known: HistoryList | undefined,
  onProgress: (part: HistoryList) => void,
  now = Date.now(),
): Promise<HistoryList> {
  const newest = await read({ page_size: newestSize })
  const [inRow, ahead] = known ? parted(known) : [[], []]
  const kept = known && now - known.readAt < longestKept ? behind(newest.data, inRow) : []
  let history: HistoryList =
    kept.length > 0 && newest.data.length + kept.length <= newest.total
      ? { data: [...newest.data, ...kept], total: newest.total, readAt: known!.readAt }
      : { data: newest.data, total: newest.total, readAt: now }

  while (!isComplete(history)) {
    onProgress(withAhead(history, ahead))
    const last = history.data.at(-1)
    const page = await read({ page_size: olderSize, ...(last && { after: placeOf(last) }) })
    if (page.data.length === 0) break
    history = { ...history, data: history.data.concat(page.data), total: page.total }
  }
  return history
}

/** The list with those favorites that it has not come to yet. */
function withAhead({ data, total, readAt }: HistoryList, favorites: Conversation[]): HistoryList {
  const last = data.at(-1)
  const older = last ? favorites.filter((favorite) => isBehind(favorite, last)) : []
  return { data: data.concat(older), total, readAt, ahead: older.length }
}

/** What was read in a row, and the favorites ahead of it. */
function parted({ data, ahead = 0 }: HistoryList): [Conversation[], Conversation[]] {
  const end = data.length - ahead
  return [data.slice(0, end), data.slice(end)]
}

/** Those known that follow the newest. None where the two do not touch: others may be between them. */
function behind(newest: Conversation[], known: Conversation[]): Conversation[] {
  const last = newest.at(-1)
  if (!last || newest.length < newestSize) return []
  const first = known.findIndex((conversation) => isBehind(conversation, last))
  if (first <= 0) return []
  const ids = new Set(newest.map(({ id }) => id))
  return known.slice(first).filter(({ id }) => !ids.has(id))
}

const isBehind = (one: Conversation, other: Conversation) =>
  one.updated_at === other.updated_at ? one.id < other.id : one.updated_at < other.updated_at

const placeOf = ({ updated_at, id }: Conversation) => `${updated_at},${id}`
