import { pageIn, textIn } from '~/ui/search-params.ts'

/** The screen's address: what is listed. Left out is the default: the first page, all keywords. */
export interface KeywordsSearch {
  page?: number | undefined
  keyword?: string | undefined
}

/** Reads it from an address; a bad value is the default, never an error. */
export const keywordsSearch = ({ page, keyword }: Record<string, unknown>): KeywordsSearch => ({
  page: pageIn(page),
  keyword: textIn(keyword, 200),
})
