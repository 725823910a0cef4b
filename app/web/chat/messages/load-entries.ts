import type { Entry } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import { listEntries } from '../chat.functions.ts'

/** A list that is too short is asked for again so often, after so many milliseconds (spec, section 4, 'Entry loading'). */
const tries = 5
const pause = 500

/**
 * A conversation's messages. As long as there are fewer than the page knows of, the server may not have them all yet: they
 * are asked for again.
 *
 * @param expected how many the page knows of
 */
export async function loadEntries(id: number, expected: number): Promise<Paged<Entry>> {
  for (let again = 0; ; again++) {
    const entries = await listEntries({ data: { id } })
    if (entries.total >= expected || again === tries) return entries
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
