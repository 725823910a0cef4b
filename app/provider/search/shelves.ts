import type { FileSource } from '~/contract/files.ts'
import { isMadeByProduct } from '~/provider/db/product-sources.ts'

/**
 * A part of the index with lists of its own. Each group has one for the files that its members brought and one for those that
 * the product generated: an answer should not rest on earlier answers, so that the second is read only where it is asked for.
 */
export type Shelf = string

/** The shelf of a file's passages; a file without a source counts as uploaded. */
export const shelfOf = (file: { group_id: number; source?: FileSource | undefined }): Shelf =>
  isMadeByProduct(file.source) ? generatedShelf(file.group_id) : ordinaryShelf(file.group_id)

/** The shelves of these groups that a search reads by itself. */
export const ordinaryShelves = (groupIds: number[]): Shelf[] => groupIds.map(ordinaryShelf)

/** All shelves of these groups, for a search within files that somebody chose. */
export const allShelves = (groupIds: number[]): Shelf[] => [
  ...groupIds.map(ordinaryShelf),
  ...groupIds.map(generatedShelf),
]

const ordinaryShelf = (groupId: number): Shelf => `${groupId}`
const generatedShelf = (groupId: number): Shelf => `${groupId}g`
