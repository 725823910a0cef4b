import { log } from '~/provider/log/log.ts'
import { findPassages, readPassages } from './find-passages.ts'
import type { Library } from './library.ts'
import { mergeRankings } from './merge-rankings.ts'
import type { Passage } from './passage.ts'
import type { PassageVectors } from './vectors.ts'

/** Milliseconds that the search by meaning may take: that by words is done long before. */
const timeLimit = 3000

interface Place {
  library: Library
  /** Undefined where passages have no vectors. */
  vectors?: PassageVectors | undefined
  organizationId: number
  groupIds: number[]
  /** Only these files, where given. */
  fileIds?: number[] | undefined
  signal: AbortSignal
}

/**
 * The passages that match a question best, by its words and, where there are vectors, by its meaning; merged by rank.
 * @param texts the question, and other ways to put it
 * @param leastShare of the best one's score that a passage must have for one of the texts: what has far less is there for a word
 *   or two alone
 */
export async function searchPassages(place: Place, texts: string[], limit: number, leastShare = 0): Promise<Passage[]> {
  const rankings = await Promise.all([
    ...texts.map(async (text) => {
      const found = await findPassages(place.library, { ...place, text, limit })
      return found.filter(({ score }) => score >= found[0]!.score * leastShare)
    }),
    ...(place.vectors ? [nearestPassages(place, place.vectors, texts[0]!, limit)] : []),
  ])
  return rankings.length === 1 ? rankings[0]! : mergeRankings(rankings, limit)
}

/** None where model or index fail: what is found by words is worth showing. */
async function nearestPassages(place: Place, vectors: PassageVectors, text: string, limit: number): Promise<Passage[]> {
  try {
    const limited = AbortSignal.any([place.signal, AbortSignal.timeout(timeLimit)])
    const ids = await vectors.nearest({ ...place, text, limit }, limited)
    return await readPassages(place.library, { ids, groupIds: place.groupIds, fileIds: place.fileIds })
  } catch (error) {
    place.signal.throwIfAborted()
    log.warn('vectors_failed', { cause: error })
    return []
  }
}
