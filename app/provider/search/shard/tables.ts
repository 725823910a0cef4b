/** The tables of a library's shard, by version (`objects/tables.ts`). The index beside them is made by `passage-index.ts`. */
export const shardTables = [
  `
  -- What the index knows of a file: passages are found by its name's words too.
  CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    is_generated INTEGER NOT NULL
  );

  -- What is searched: some sentences of one page. The index row has the same rowid. Ids are never used again.
  CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_id INTEGER NOT NULL,
    page INTEGER NOT NULL,
    text TEXT NOT NULL,
    -- Whether its vector is in the vector index, where there is one.
    embedded INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX passages_of_file ON passages (file_id);
  CREATE INDEX passages_without_vector ON passages (id) WHERE embedded = 0;

  -- Vectors whose passages are gone.
  CREATE TABLE left_vectors (passage_id INTEGER PRIMARY KEY);
  CREATE TRIGGER passages_leave_vector AFTER DELETE ON passages WHEN old.embedded = 1 BEGIN
    INSERT OR IGNORE INTO left_vectors (passage_id) VALUES (old.id);
  END;
  `,
]
