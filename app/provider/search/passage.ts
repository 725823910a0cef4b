/** A passage as the shard of a library has it. */
export type ShardPassage = {
  /** Within its shard; outside, see `library.ts`. */
  id: number
  file_id: number
  page: number
  text: string
  /** 1 where its page begins with it, otherwise 0. */
  opens_page: number
  score: number
}

/** A piece of one page of a file, verbatim. A greater `score` is a better match; scores of one search compare. */
export interface Passage extends ShardPassage {
  file_name: string
  /** Where it is on the web, for a passage of a crawled page. */
  url: string | null
}

/** The best first. */
export const byScore = (one: { score: number }, other: { score: number }): number => other.score - one.score

/** A passage but for its score, of a shard's table `passages`. */
export const passageColumns = `passages.id, passages.file_id, passages.page, passages.text,
  NOT EXISTS (
    SELECT 1 FROM passages AS earlier
    WHERE earlier.id = passages.id - 1 AND earlier.file_id = passages.file_id AND earlier.page = passages.page
  ) AS opens_page`
