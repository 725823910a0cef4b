-- What is searched. A token is a term with the group that may read it and how much the term says about the passage
-- (app/provider/search/tokens.ts), so that a query reads the lists of its member's groups alone, the best part first.
-- Nothing but the passages' ids is wanted of a match: no text, no columns, no positions.
DROP TRIGGER passages_index_delete;
DROP TABLE passages_index;
CREATE VIRTUAL TABLE passages_index USING fts5 (
  tokens,
  content = '', contentless_delete = 1, detail = none,
  tokenize = 'ascii'
);
CREATE TRIGGER passages_index_delete AFTER DELETE ON passages BEGIN
  DELETE FROM passages_index WHERE rowid = old.id;
END;

-- Files whose passages have to be put into the index again; the sweeper queues them.
CREATE TABLE unindexed_files (
  file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE
);
INSERT INTO unindexed_files SELECT DISTINCT file_id FROM passages;
