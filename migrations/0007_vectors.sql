-- Whether a passage's vector is in the vector index, where there is one; and vectors whose passages are gone.
ALTER TABLE passages ADD COLUMN embedded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX passages_without_vector ON passages (id) WHERE embedded = 0;
CREATE TABLE left_vectors (
  passage_id INTEGER PRIMARY KEY
);
CREATE TRIGGER passages_leave_vector AFTER DELETE ON passages WHEN old.embedded = 1 BEGIN
  INSERT OR IGNORE INTO left_vectors VALUES (old.id);
END;
