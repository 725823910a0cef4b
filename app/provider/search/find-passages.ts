import {
  askShards,
  type FileOfPassage,
  filesOfPassages,
  type Library,
  passageId,
  type Shard,
  shardsOf,
  shardsOfPassages,
} from './library.ts'
import { namedGeneratedFiles } from './named-files.ts'
import { otherSpellings } from './other-spellings.ts'
import { otherTerms } from './other-words.ts'
import { byScore, type Passage, type ShardPassage } from './passage.ts'
import { queryTerms, type QueryTerm } from './query-terms.ts'
import { rankClosely } from './rank-closely.ts'
import type { ShardSearch } from './shard/library-shard.ts'
import { allShelves, ordinaryShelves } from './shelves.ts'
import { addCountings, type Counting, rarityOf, type TermRarity, weighTerms } from './weigh-terms.ts'

/** The first passages that the index gives, at least; they are ranked again by their texts. */
const rankedClosely = 30

interface PassageSearch {
  /** A question or some words, in English or Japanese. */
  text: string
  /** The groups that the asking user may read. Nothing of another group is ever found. */
  groupIds: number[]
  /** Only these files, where given; otherwise all but those that the product generated, unless `text` names them. */
  fileIds?: number[] | undefined
  limit: number
}

/**
 * The passages that match a question best, by BM25 over words, pairs of Japanese characters and the files' names, and by how
 * near to each other the words stand. Its cost is bounded by the question, not by how many passages have its words.
 */
export async function findPassages(
  library: Library,
  { text, groupIds, fileIds, limit }: PassageSearch,
): Promise<Passage[]> {
  const terms = askedTerms(text)
  if (terms.length === 0 || groupIds.length === 0 || fileIds?.length === 0) return []
  const [shards, named] = await Promise.all([
    shardsOf(library, { groupIds, fileIds }),
    fileIds ? [] : namedGeneratedFiles(library.DB, text, groupIds),
  ])
  if (shards.length === 0) return []
  const ranking = { shelves: fileIds ? allShelves : ordinaryShelves, fileIds }
  const { counting, found } = await searchShards(library, shards, {
    terms,
    shelves: named.length > 0 ? allShelves : ranking.shelves,
    rankings: named.length > 0 ? [ranking, { shelves: allShelves, fileIds: named }] : [ranking],
    limit: Math.max(limit, rankedClosely),
  })
  return rankClosely(found, weighTerms(terms, counting), text).slice(0, limit)
}

/** What a question is searched by, each term once: its own, and those that mean the same. */
function askedTerms(text: string): QueryTerm[] {
  const terms = [...queryTerms(text), ...otherSpellings(text), ...otherTerms(text)]
  return [...Map.groupBy(terms, ({ kind, term }) => kind + term).values()].map(([first]) => first!)
}

/**
 * Asks all shards, and gives the best of each ranking. Of several, each counts first what all of them are to weigh the terms
 * by, so that their scores compare.
 */
async function searchShards(
  library: Library,
  shards: Shard[],
  asked: ShardSearch,
): Promise<{ counting: Counting; found: Passage[] }> {
  const own = shards.length > 1 ? await askShards(library, shards, (object) => object.count(asked)) : undefined
  const all = own && addCountings(own)
  const answers = await askShards(library, shards, (object, shard) =>
    object.search(asked, all, own?.[shards.indexOf(shard)]),
  )
  const best = asked.rankings.map((_, ranking) =>
    answers
      .flatMap(({ found }, place) => found[ranking]!.map((passage) => ({ passage, shard: shards[place]! })))
      .toSorted((one, other) => byScore(one.passage, other.passage))
      .slice(0, asked.limit),
  )
  const found = best.flat().map(({ passage, shard }) => ({ shard, passages: [passage] }))
  return { counting: all ?? answers[0]!.counting, found: await withFiles(library, found) }
}

/** The passages with what D1 says of their files, in the order given; without those that nobody may find. */
async function withFiles(
  library: Library,
  found: { shard: Shard; passages: ShardPassage[] }[],
  mayBeFound: (file: FileOfPassage) => boolean = () => true,
): Promise<Passage[]> {
  const files = await filesOfPassages(library, found)
  return found.flatMap(({ shard, passages }) =>
    passages.flatMap(({ id: idThere, file_id, page, text, opens_page, score }) => {
      const id = passageId(shard, idThere)
      const file = files.get(id)
      if (!file || !mayBeFound(file)) return []
      return [{ id, file_id, file_name: file.name, page, text, opens_page, score, url: file.url }]
    }),
  )
}

/** How rare the terms of a question are among all passages of these groups, for whoever judges what was found. */
export async function termRarity(library: Library, text: string, groupIds: number[]): Promise<TermRarity | undefined> {
  const terms = queryTerms(text)
  if (terms.length === 0 || groupIds.length === 0) return undefined
  const counted = await askShards(library, await shardsOf(library, { groupIds }), (object) =>
    object.count({ terms, shelves: ordinaryShelves }),
  )
  return rarityOf(terms, addCountings([noneOf(terms), ...counted]))
}

const noneOf = (terms: QueryTerm[]): Counting => ({
  counts: terms.map(() => ({ counted: 0, estimated: 0 })),
  total: 0,
  areFew: true,
})

/** Whether there is anything to find for a search that names no files. */
export async function hasPassages(library: Library, groupIds: number[]): Promise<boolean> {
  const shards = await shardsOf(library, { groupIds })
  const answers = await askShards(library, shards, (object) => object.has('brought'))
  return answers.includes(true)
}

/**
 * Passages by their ids, in the order given, without those that are gone or that nobody may find in these groups and files:
 * where no files are given, in all but those that the product generated.
 */
export async function readPassages(
  library: Library,
  { ids, groupIds, fileIds }: { ids: number[]; groupIds: number[]; fileIds?: number[] | undefined },
): Promise<Passage[]> {
  const shards = await shardsOfPassages(
    library,
    ids.map((id) => ({ id })),
    groupIds,
  )
  const read = await askShards(library, shards, (object, shard) => object.read(shard.passages.map(({ id }) => id)))
  const found = shards.map((shard, place) => ({ shard, passages: read[place]! }))
  const passages = await withFiles(library, found, (file) =>
    fileIds ? fileIds.includes(file.id) : file.is_generated === 0,
  )
  return passages.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/**
 * The first passages of files, page by page: for requests like 'summarise this', which name nothing to look for.
 */
export async function openingPassages(
  library: Library,
  { groupIds, fileIds, limit }: { groupIds: number[]; fileIds: number[]; limit: number },
): Promise<Passage[]> {
  const shards = await shardsOf(library, { groupIds, fileIds })
  const openings = await askShards(library, shards, (object) => object.opening(fileIds, limit))
  const found = shards
    .flatMap((shard, place) => openings[place]!.map((passage) => ({ shard, passages: [passage] })))
    .toSorted(
      ({ passages: [one] }, { passages: [other] }) => one!.place - other!.place || one!.file_id - other!.file_id,
    )
  return (await withFiles(library, found)).slice(0, limit)
}
