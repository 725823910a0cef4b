/** What the figures are measured against: FTS5 as it comes, one column of text under `unicode61`, ranked by its `bm25()`. */
export const plainTables = [
  'CREATE TABLE plain_passages (id INTEGER PRIMARY KEY, file_id INTEGER, group_id INTEGER, page INTEGER, text TEXT)',
  "CREATE VIRTUAL TABLE plain_index USING fts5 (text, content = '', tokenize = 'unicode61')",
]
