/**
 * Statements that take every job for lost. The local queue lives in memory: what waited in it is gone with a stop, and nobody would
 * take up what it was to do for an hour. After these the sweep at the start does; none of it failed by itself, so none is counted as a
 * try.
 */
export const jobsLost = [
  "UPDATE files SET updated_at = '1970-01-01T00:00:00.000Z', requeued = 0 WHERE status = 'pending'",
  "UPDATE sites SET active_at = '1970-01-01T00:00:00.000Z' WHERE status IN ('pending', 'crawling') OR deleted_at IS NOT NULL",
  "UPDATE owed_jobs SET queued_at = '1970-01-01T00:00:00.000Z'",
  "UPDATE retention_runs SET active_at = '1970-01-01T00:00:00.000Z' WHERE ended_at IS NULL",
]
