-- Jobs that a change leads to, written in the transaction that makes it, and owed until they are done: a queue may lose one.
CREATE TABLE owed_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- What is left to do, as JSON.
  job TEXT NOT NULL,
  -- When it was queued last.
  queued_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE INDEX jobs_to_queue ON owed_jobs (queued_at);
