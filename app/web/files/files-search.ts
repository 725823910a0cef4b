export const groupFilters = ['all', 'private', 'organization'] as const
export type GroupFilter = (typeof groupFilters)[number]

/** The file library's address: what is listed. Left out is the default: the first page, any name, all groups. */
export interface FilesSearch {
  page?: number | undefined
  name?: string | undefined
  groups?: Exclude<GroupFilter, 'all'> | undefined
}

/**
 * Reads it from an address; a bad value is the default, never an error. Every key is given, as a router keeps what a
 * route does not name.
 */
export function filesSearch({ page, name, groups }: Record<string, unknown>): FilesSearch {
  return {
    page: isPage(page) && page > 1 ? page : undefined,
    name: nameOf(name),
    groups: groups === 'private' || groups === 'organization' ? groups : undefined,
  }
}

/** The contract's bounds for a page and for a name. */
const isPage = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 1_000_000
const longestName = 200

/** A search for '2026' reads as a number in an address. */
function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim().slice(0, longestName) || undefined
}
