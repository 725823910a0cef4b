/** A piece of one page of a file, verbatim. A greater `score` is a better match; scores of one search compare. */
export interface Passage {
  id: number
  file_id: number
  file_name: string
  page: number
  text: string
  /** 1 where its page begins with it, otherwise 0. */
  opens_page: number
  score: number
  /** Where it is on the web, for a passage of a crawled page. */
  url: string | null
}

/** The best first. */
export const byScore = (one: Passage, other: Passage): number => other.score - one.score

/** A passage but for its score, of the tables `passages` and `files`. */
export const passageColumns = `passages.id, passages.file_id, files.name AS file_name, passages.page, passages.text,
  NOT EXISTS (
    SELECT 1 FROM passages AS earlier
    WHERE earlier.id = passages.id - 1 AND earlier.file_id = passages.file_id AND earlier.page = passages.page
  ) AS opens_page,
  CASE files.source WHEN 'integration' THEN files.url END AS url`

/** The condition that a passage is of one of these groups, a JSON array, and that its file was not moved since it was indexed. */
export const readable = (groupIds: string) =>
  `passages.group_id IN (SELECT value FROM json_each(${groupIds})) AND files.group_id = passages.group_id`
