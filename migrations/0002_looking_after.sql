-- When the hourly work has ended last: one row.
CREATE TABLE sweeps (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ended_at TEXT NOT NULL
);

-- What admins are told of files that could not be read.
CREATE INDEX failed_files ON files (organization_id, updated_at) WHERE status = 'failed';
