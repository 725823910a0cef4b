import type { EntriesPage } from '~/contract/conversations.ts'
import { listEntries } from '../chat.functions.ts'

/** How often a list that is too short is asked for again, and after how many milliseconds. */
const tries = 5
const pause = 500

/**
 * A conversation's messages, all of them. As long as there are fewer than the page knows of, the server may not have them all
 * yet: they are asked for again.
 *
 * @param expected how many the page knows of
 */
export async function loadEntries(id: number, expected: number): Promise<EntriesPage> {
  for (let again = 0; ; again++) {
    const first = await listEntries({ data: { id } })
    if (first.total >= expected || again === tries) return withFurtherPages(id, first)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Pages one after another, as the last may become another while the first are read: entries come and go at the end alone. */
async function withFurtherPages(id: number, first: EntriesPage): Promise<EntriesPage> {
  let last = first
  const data = [first.data]
  while (last.page < last.pages) {
    last = await listEntries({ data: { id, page: last.page + 1 } })
    data.push(last.data)
  }
  return { ...first, data: data.flat(), total: last.total }
}
