import type { Passage } from './passage.ts'
import { isHeading } from './passages.ts'

/** Passages of a page that are looked at before one, for its heading; the nearest of them is shown with it. */
const reach = 3

/** What a search found on one page, with what stands around it there. */
export interface PageContext {
  file_id: number
  file_name: string
  page: number
  url: string | null
  /** The passages that were found, each with its neighbours, in the page's order. */
  text: string
  /** The found passages alone. */
  found: string
  /** The nearest heading above the text, where the text does not begin with it. */
  heading?: string
  /** The day that the file was uploaded, or the page was last read: `2026-11-22`. */
  date: string
}

interface Neighbour {
  id: number
  file_id: number
  page: number
  text: string
  date: string
}

/**
 * The pages of some passages, in the order of their best passage, with the passages right before and after each: an answer
 * often begins a sentence earlier, or goes on. One query, whose cost is bounded by the number of passages.
 */
export async function readContext(db: D1Database, passages: Passage[]): Promise<PageContext[]> {
  const { results } = await db
    .prepare(
      `SELECT DISTINCT passages.id, passages.file_id, passages.page, passages.text, substr(files.updated_at, 1, 10) AS date
       FROM json_each(?1) AS wanted JOIN passages AS own ON own.id = wanted.value
       JOIN passages ON passages.id BETWEEN own.id - ${reach} AND own.id + 1
         AND passages.file_id = own.file_id AND passages.page = own.page
       JOIN files ON files.id = passages.file_id
       ORDER BY passages.id`,
    )
    .bind(JSON.stringify(passages.map(({ id }) => id)))
    .all<Neighbour>()
  const pages = Map.groupBy(passages, pageOf)
  const around = Map.groupBy(results, pageOf)
  return [...pages].flatMap(([page, found]) => {
    const neighbours = around.get(page)
    // Deleted since it was found.
    return neighbours ? [contextOf(found, neighbours)] : []
  })
}

const pageOf = ({ file_id, page }: { file_id: number; page: number }) => `${file_id}/${page}`

function contextOf(found: Passage[], neighbours: Neighbour[]): PageContext {
  const { file_id, file_name, page, url } = found[0]!
  const ids = new Set(found.map(({ id }) => id))
  const shown = neighbours.filter(({ id }) => ids.has(id) || ids.has(id - 1) || ids.has(id + 1))
  const heading = headingOf(neighbours.slice(0, neighbours.indexOf(shown[0]!)))
  return {
    file_id,
    file_name,
    page,
    url,
    text: joined(shown),
    found: neighbours.flatMap(({ id, text }) => (ids.has(id) ? [text] : [])).join('\n'),
    ...(heading !== undefined && !isHeading(firstLine(shown[0]!.text)) && { heading }),
    date: neighbours[0]!.date,
  }
}

/** Where passages are left out in between, that shows. */
const joined = (passages: Neighbour[]) =>
  passages
    .map(({ id, text }, index) => (index > 0 && passages[index - 1]!.id !== id - 1 ? `…\n${text}` : text))
    .join('\n')

const headingOf = (before: Neighbour[]) =>
  before.flatMap(({ text }) => text.split('\n')).findLast((line) => isHeading(line))

const firstLine = (text: string) => text.split('\n', 1)[0]!
