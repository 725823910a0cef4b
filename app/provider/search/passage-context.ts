import { askShards, filesOfPassages, type Library, passageId, shardsOfPassages } from './library.ts'
import type { Passage } from './passage.ts'
import { isHeading } from './passages.ts'
import type { Neighbour as ShardNeighbour } from './shard/library-shard.ts'

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

interface Neighbour extends ShardNeighbour {
  date: string
}

/**
 * The pages of some passages, in the order of their best passage, with the passages right before and after each: an answer
 * often begins a sentence earlier, or goes on. Its cost is bounded by the number of passages.
 */
export async function readContext(library: Library, passages: Passage[]): Promise<PageContext[]> {
  const shards = await shardsOfPassages(library, passages)
  const [read, files] = await Promise.all([
    askShards(library, shards, (object, shard) =>
      object.around(
        shard.passages.map(({ id }) => id),
        reach,
      ),
    ),
    filesOfPassages(
      library,
      shards.map((shard) => ({ shard, passages: shard.passages })),
    ),
  ])
  const dates = new Map([...files.values()].map(({ id, date }) => [id, date]))
  const results = shards.flatMap((shard, place) =>
    read[place]!.flatMap((passage): Neighbour[] => {
      const date = dates.get(passage.file_id)
      return date === undefined ? [] : [{ ...passage, id: passageId(shard, passage.id), date }]
    }),
  )
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
