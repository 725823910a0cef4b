-- Pixels of an image; null for what has none. A thumbnail lies beside the file's bytes.
ALTER TABLE files ADD COLUMN width INTEGER;
ALTER TABLE files ADD COLUMN height INTEGER;
ALTER TABLE files ADD COLUMN has_thumbnail INTEGER NOT NULL DEFAULT 0;

-- An upload by signed addresses that is not complete: its multipart upload in the object storage.
ALTER TABLE files ADD COLUMN upload_id TEXT;

-- How often the sweeper has queued a pending file again whose job was lost.
ALTER TABLE files ADD COLUMN requeued INTEGER NOT NULL DEFAULT 0;

-- The parts of such an upload that have arrived, so that an interrupted one goes on where it was.
CREATE TABLE upload_parts (
  file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  etag TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (file_id, number)
) WITHOUT ROWID;

-- Pages and searches of the library are found in the index alone.
DROP INDEX files_of_group;
CREATE INDEX files_of_group ON files (group_id, id DESC, name, source);

-- What the sweeper looks for: uploads and jobs that nobody finishes any more.
CREATE INDEX unfinished_files ON files (updated_at) WHERE status IN ('uploading', 'pending');
