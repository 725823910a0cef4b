const groupFilters = ['all', 'private', 'organization'] as const
export type GroupFilter = (typeof groupFilters)[number]

/** What the library lists. Left out is the default: the first page, any name, all groups. */
export interface FilesFilter {
  page?: number | undefined
  name?: string | undefined
  groups?: Exclude<GroupFilter, 'all'> | undefined
}

/** The file library's address: what is listed, and the dialog that is open. */
export interface FilesSearch extends FilesFilter {
  /** The file whose details are open. */
  file?: number | undefined
  /** The file whose raw content is open, over the details where both are. */
  content?: number | undefined
}

/**
 * Reads it from an address; a bad value is the default, never an error. Every key is given, as a router keeps what a
 * route does not name.
 */
export function filesSearch({ page, name, groups, file, content }: Record<string, unknown>): FilesSearch {
  return {
    page: isPage(page) && page > 1 ? page : undefined,
    name: nameOf(name),
    groups: groups === 'private' || groups === 'organization' ? groups : undefined,
    file: isId(file) ? file : undefined,
    content: isId(content) ? content : undefined,
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** The contract's bounds for a page and for a name. */
const isPage = (value: unknown): value is number => isId(value) && value <= 1_000_000
const longestName = 200

/** A search for '2026' reads as a number in an address. */
function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim().slice(0, longestName) || undefined
}
