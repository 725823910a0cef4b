-- Times are ISO 8601 in UTC. Ids are integers (the paths of the API want them).

CREATE TABLE organizations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  time_zone TEXT NOT NULL DEFAULT 'Asia/Tokyo',
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);

CREATE TABLE groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('user', 'organization'))
);
CREATE INDEX groups_of_organization ON groups (organization_id, type);

-- An invitation is a user without a uid; the first sign-in with the verified address binds it.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL REFERENCES organizations (id),
  private_group_id INTEGER NOT NULL REFERENCES groups (id),
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  uid TEXT UNIQUE,
  role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  language TEXT NOT NULL DEFAULT 'ja' CHECK (language IN ('ja', 'en')),
  name TEXT,
  picture TEXT,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);

CREATE TABLE conversations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  pipeline TEXT NOT NULL,
  favorite INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE INDEX conversations_of_user ON conversations (user_id, updated_at DESC, id DESC);

-- A question has user_prompt, selected_*; an answer has question_id, response, status.
CREATE TABLE entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('question', 'answer')),
  user_prompt TEXT,
  selected_pipeline TEXT,
  selected_model TEXT,
  attachments TEXT NOT NULL DEFAULT '[]',
  question_id INTEGER REFERENCES entries (id) ON DELETE CASCADE,
  response TEXT,
  response_pipeline TEXT,
  response_model TEXT,
  refs TEXT NOT NULL DEFAULT '[]',
  feedback TEXT NOT NULL DEFAULT 'unknown' CHECK (feedback IN ('good', 'bad', 'unknown')),
  status TEXT CHECK (status IN ('streaming', 'done', 'stopped', 'failed')),
  error_code TEXT,
  input_tokens INTEGER,
  output_tokens INTEGER,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE INDEX entries_of_conversation ON entries (conversation_id, id);
-- At most one answer runs in a conversation.
CREATE UNIQUE INDEX one_running_answer ON entries (conversation_id) WHERE status = 'streaming';

CREATE TABLE files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL REFERENCES organizations (id),
  group_id INTEGER NOT NULL REFERENCES groups (id),
  uploaded_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
  object_key TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('image', 'audio', 'document')),
  mime_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('uploading', 'pending', 'done', 'failed')),
  status_reason TEXT,
  page_count INTEGER,
  url TEXT,
  description TEXT,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE INDEX files_of_group ON files (group_id, id DESC);
CREATE INDEX files_of_uploader ON files (uploaded_by, created_at);

-- The text of a file as it was read, for the raw-content view and for checking citations.
CREATE TABLE pages (
  file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  page INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (file_id, page)
) WITHOUT ROWID;

-- What is searched: some sentences of one page. The index row has the same rowid.
CREATE TABLE passages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  group_id INTEGER NOT NULL,
  page INTEGER NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX passages_of_file ON passages (file_id);

-- words: stemmed English and segmented Japanese; bigrams: pairs of Japanese characters; title: the file's name.
CREATE VIRTUAL TABLE passages_index USING fts5 (
  words, bigrams, title,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2"
);
CREATE TRIGGER passages_index_delete AFTER DELETE ON passages BEGIN
  DELETE FROM passages_index WHERE rowid = old.id;
END;

-- Answers of creating calls that may be repeated with the same Idempotency-Key.
CREATE TABLE idempotent_calls (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  PRIMARY KEY (user_id, key)
) WITHOUT ROWID;
