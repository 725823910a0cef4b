import { pageIn, textIn } from '~/ui/search-params.ts'

/** The crawled pages' address: what is listed. Left out is the default: the first page, all names. */
export interface WebpagesSearch {
  page?: number | undefined
  name?: string | undefined
}

/** Reads it from an address; a bad value is the default, never an error. */
export const webpagesSearch = ({ page, name }: Record<string, unknown>): WebpagesSearch => ({
  page: pageIn(page),
  name: textIn(name, 200),
})
