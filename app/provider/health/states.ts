import type { SystemModel, SystemProcessing, SystemState, SystemStore } from '~/contract/system.ts'
import { firstWordClasses } from '~/provider/organization/measures.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const age = (time: string | null, now: number) => (time === null ? 0 : now - Date.parse(time))

/** A model that works now, but failed within the last hour, is not quite well. */
export function modelState(
  { succeeded_at, failed_at, failing_since }: Omit<SystemModel, 'state'>,
  now: number,
): SystemState {
  if (failing_since !== null) return 'error'
  if (failed_at !== null && age(failed_at, now) < hour) return 'warning'
  return succeeded_at === null ? 'unknown' : 'ok'
}

/** Shares of the answers that failed, and how many it takes to say so. */
const failing = { warning: 0.05, error: 0.25, fewest: 4 }

/** @param failed answers that failed, of those asked */
export function questionsState(asked: number, failed: number): SystemState {
  if (asked === 0) return 'unknown'
  if (failed < failing.fewest) return 'ok'
  return failed / asked >= failing.error ? 'error' : failed / asked >= failing.warning ? 'warning' : 'ok'
}

/** Milliseconds: a file that waits for longer waits for something; the hourly work that is older was not done. */
const late = { file: { warning: 15 * minute, error: hour }, sweep: { warning: 2 * hour, error: day } }

export function processingState(
  { oldest_at, queue, swept_at, failed }: Omit<SystemProcessing, 'state'>,
  now: number,
): SystemState {
  const waited = Math.max(age(oldest_at, now), age(queue?.oldest_at ?? null, now))
  const swept = age(swept_at, now)
  if (waited >= late.file.error || swept >= late.sweep.error) return 'error'
  return waited >= late.file.warning || swept >= late.sweep.warning || failed > 0 ? 'warning' : 'ok'
}

/** Shares of what may be stored. */
const full = { warning: 0.8, error: 0.95 }

export function storeState({ bytes, limit }: Omit<SystemStore, 'state'>): SystemState {
  if (limit === null) return 'ok'
  if (bytes >= limit * full.error) return 'error'
  return bytes >= limit * full.warning ? 'warning' : 'ok'
}

/**
 * The end of the class in which a share of the first words had come, in milliseconds; null where there were none. Of what is
 * beyond the last class, its beginning is told.
 */
export function firstWordWithin(counts: number[], share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let sum = 0
  const place = counts.findIndex((count) => (sum += count) >= all * share)
  return firstWordClasses[Math.min(place, firstWordClasses.length - 1)]!
}
