/**
 * A part of the index with lists of its own: one for the files that members brought, and one for those that the product generated.
 * An answer should not rest on earlier answers, so that the second is read only where it is asked for.
 */
export type Shelf = 'brought' | 'generated'

/** The shelf of a file's passages. */
export const shelfOf = (isGenerated: boolean): Shelf => (isGenerated ? 'generated' : 'brought')

/** The shelves that a search reads by itself. */
export const ordinaryShelves: Shelf[] = ['brought']

/** All shelves, for a search within files that somebody chose. */
export const allShelves: Shelf[] = ['brought', 'generated']
