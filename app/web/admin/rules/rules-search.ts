import { pageIn, textIn } from '~/ui/search-params.ts'

/** The rules' address: what is listed. Left out is the default: the first page, all keywords. */
export interface RulesSearch {
  page?: number | undefined
  keyword?: string | undefined
}

/** Reads it from an address; a bad value is the default, never an error. */
export const rulesSearch = ({ page, keyword }: Record<string, unknown>): RulesSearch => ({
  page: pageIn(page),
  keyword: textIn(keyword, 200),
})
