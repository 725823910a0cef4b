import { idIn, pageIn } from '~/ui/search-params.ts'

/** What the screen lists. Left out is the default: chat requests, the first page, anybody's, of any time. */
export interface AuditsFilter {
  tab?: 'actions' | undefined
  page?: number | undefined
  user?: number | undefined
  conversation?: number | undefined
  /** Only answers of which somebody thinks so. */
  feedback?: 'good' | 'bad' | undefined
  /** Days in the organisation's time zone: 2026-11-21. */
  start?: string | undefined
  end?: string | undefined
}

/** The address of the audits' screen: what is listed, and which audit is open. */
export interface AuditsSearch extends AuditsFilter {
  audit?: number | undefined
}

/**
 * Reads it from an address; a bad value is the default, never an error. Every key is given, as a router keeps what a
 * route does not name.
 */
export function auditsSearch(given: Record<string, unknown>): AuditsSearch {
  const tab = given.tab === 'actions' ? 'actions' : undefined
  return {
    tab,
    page: pageIn(given.page),
    user: idIn(given.user),
    conversation: tab ? undefined : idIn(given.conversation),
    feedback: !tab && (given.feedback === 'good' || given.feedback === 'bad') ? given.feedback : undefined,
    start: isDay(given.start) ? given.start : undefined,
    end: isDay(given.end) ? given.end : undefined,
    audit: tab ? undefined : idIn(given.audit),
  }
}

/** A day that there is: no 30th of February. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && value.length === 10 && new Date(value).toJSON()?.startsWith(value)
