import type { Language } from '~/contract/users.ts'
import type { Review } from './finding.ts'

/** A review as it is reported: what was checked, when, and by what. */
export interface Report {
  reviews: Review[]
  /** Milliseconds since 1970. */
  at: number
  /** What a reader has to know of all of it: how it was judged, what was left out. */
  notes: string[]
  locale: Language
}
