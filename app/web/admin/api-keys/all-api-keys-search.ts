import { pageIn } from '~/ui/search-params.ts'

/** The screen's address. Left out is the first page. */
export interface AllApiKeysSearch {
  page?: number | undefined
}

/** Reads it from an address; a bad value is the default, never an error. */
export const allApiKeysSearch = ({ page }: Record<string, unknown>): AllApiKeysSearch => ({ page: pageIn(page) })
