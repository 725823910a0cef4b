import { pageIn } from '~/ui/search-params.ts'

/** The screen's address: the periods, or a page of the holds. Left out is the default: the periods, the first page. */
export interface RetentionSearch {
  tab?: 'holds' | undefined
  page?: number | undefined
}

/** Reads it from an address; a bad value is the default, never an error. */
export function retentionSearch({ tab, page }: Record<string, unknown>): RetentionSearch {
  const isHolds = tab === 'holds'
  return { tab: isHolds ? tab : undefined, page: isHolds ? pageIn(page) : undefined }
}
