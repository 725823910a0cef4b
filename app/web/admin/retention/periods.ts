import { retainedKinds, type RetainedKind, type RetentionPeriods } from '~/contract/retention.ts'

/** The contract's, in days. */
export const longestPeriod = 36_500

/** A period as it stands in the form: what was typed stays while 'for ever' is chosen. */
export interface PeriodDraft {
  forever: boolean
  text: string
}

export const draftOf = (days: number | null): PeriodDraft => ({
  forever: days === null,
  text: days === null ? '' : String(days),
})

/** The period that a draft says: days, null for ever, undefined where it says none. Digits may be of any width, grouped or not. */
export function periodIn({ forever, text }: PeriodDraft): number | null | undefined {
  if (forever) return null
  const digits = text.normalize('NFKC').replace(/[\s,]/g, '')
  const days = /^\d+$/.test(digits) ? Number(digits) : 0
  return days >= 1 && days <= longestPeriod ? days : undefined
}

/** A period that becomes shorter, in days; null for ever. */
export interface Shortening {
  kind: RetainedKind
  before: number | null
  after: number
}

export const shortened = (before: RetentionPeriods, after: RetentionPeriods): Shortening[] =>
  retainedKinds.flatMap((kind) => {
    const [was, will] = [before[kind], after[kind]]
    return will !== null && will < (was ?? Infinity) ? [{ kind, before: was, after: will }] : []
  })

/** The day after a day: 2026-11-24. */
export function dayAfter(day: string): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
