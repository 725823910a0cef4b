import { idIn, pageIn, textIn } from '~/ui/search-params.ts'

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
    page: pageIn(page),
    name: textIn(name, 200),
    groups: groups === 'private' || groups === 'organization' ? groups : undefined,
    file: idIn(file),
    content: idIn(content),
  }
}
