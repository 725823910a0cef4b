-- One address may be invited by several organisations, so that none learns from a refusal whom another has invited.
-- The table is made anew, since SQLite cannot drop a UNIQUE. What refers to a user is pointed aside meanwhile: dropping
-- the old table would otherwise delete it as well.
PRAGMA defer_foreign_keys = ON;
UPDATE conversations SET user_id = -user_id;
UPDATE idempotent_calls SET user_id = -user_id;
UPDATE files SET uploaded_by = -uploaded_by;
CREATE TABLE new_users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL REFERENCES organizations (id),
  private_group_id INTEGER NOT NULL REFERENCES groups (id),
  email TEXT NOT NULL COLLATE NOCASE,
  uid TEXT UNIQUE,
  role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  language TEXT NOT NULL DEFAULT 'ja' CHECK (language IN ('ja', 'en')),
  name TEXT,
  picture TEXT,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  UNIQUE (organization_id, email)
);
INSERT INTO new_users SELECT * FROM users;
DROP TABLE users;
ALTER TABLE new_users RENAME TO users;
UPDATE conversations SET user_id = -user_id;
UPDATE idempotent_calls SET user_id = -user_id;
UPDATE files SET uploaded_by = -uploaded_by;
CREATE INDEX users_of_organization ON users (organization_id, id);
CREATE INDEX invitations ON users (email) WHERE uid IS NULL;
CREATE INDEX admins ON users (organization_id) WHERE role = 'admin';
-- Without it, deleting a group would look for its user among all.
CREATE INDEX users_of_group ON users (private_group_id);

-- Accounts of deleted users: they are told to sign in again rather than that they were never invited.
CREATE TABLE deleted_accounts (
  uid TEXT PRIMARY KEY,
  deleted_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) WITHOUT ROWID;

-- How many rows of a long list an organisation has among each 1024 ids: totals and any page are found without a scan.
CREATE TABLE list_blocks (
  list TEXT NOT NULL,
  organization_id INTEGER NOT NULL,
  block INTEGER NOT NULL,
  rows INTEGER NOT NULL,
  PRIMARY KEY (list, organization_id, block)
) WITHOUT ROWID;
INSERT INTO list_blocks SELECT 'users', organization_id, id / 1024, count(*) FROM users GROUP BY 2, 3;
CREATE TRIGGER user_counted AFTER INSERT ON users BEGIN
  INSERT INTO list_blocks VALUES ('users', new.organization_id, new.id / 1024, 1)
  ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER user_discounted AFTER DELETE ON users BEGIN
  UPDATE list_blocks SET rows = rows - 1
  WHERE list = 'users' AND organization_id = old.organization_id AND block = old.id / 1024;
END;

-- Addresses by any three characters of theirs. organization: one token, three characters that stand for its id.
CREATE VIRTUAL TABLE users_index USING fts5 (organization, email, content = '', contentless_delete = 1, tokenize = 'trigram');
INSERT INTO users_index (rowid, organization, email)
SELECT id, char(0xE000 + organization_id / 36000000, 0xE000 + organization_id / 6000 % 6000, 0xE000 + organization_id % 6000), email
FROM users;
CREATE TRIGGER user_indexed AFTER INSERT ON users BEGIN
  INSERT INTO users_index (rowid, organization, email) VALUES (
    new.id,
    char(0xE000 + new.organization_id / 36000000, 0xE000 + new.organization_id / 6000 % 6000, 0xE000 + new.organization_id % 6000),
    new.email
  );
END;
CREATE TRIGGER user_unindexed AFTER DELETE ON users BEGIN
  DELETE FROM users_index WHERE rowid = old.id;
END;

-- What was asked (kind 'request') and what admins did (kind 'action'), one chain an organisation: seq counts its rows from 1,
-- hash covers the row and the hash before it. Nothing here refers to rows that may go.
CREATE TABLE audits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('request', 'action')),
  -- What the row is for, so that a repetition writes no second one.
  source TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  user_email TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The day in the organisation's time zone that it counts for: 2026-11-21.
  day TEXT NOT NULL,
  conversation_id INTEGER,
  status TEXT,
  error_code TEXT,
  pipeline TEXT,
  model TEXT,
  execution_time REAL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  question TEXT,
  answer TEXT,
  -- JSON: the files asked about, the sources of the answer.
  files TEXT,
  refs TEXT,
  action TEXT,
  target TEXT,
  -- JSON: what else there is to know of the action.
  details TEXT,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (organization_id, seq),
  UNIQUE (organization_id, source)
);
CREATE INDEX audits_of_kind ON audits (organization_id, kind, id);
CREATE INDEX audits_by_time ON audits (organization_id, kind, created_at);
CREATE INDEX audits_of_user ON audits (organization_id, kind, user_id, id);
CREATE INDEX audits_of_conversation ON audits (organization_id, kind, conversation_id, id) WHERE conversation_id IS NOT NULL;
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audits BEGIN
  SELECT RAISE(ABORT, 'audits are append-only');
END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audits BEGIN
  SELECT RAISE(ABORT, 'audits are append-only');
END;
CREATE TRIGGER audit_counted AFTER INSERT ON audits WHEN new.kind = 'request' BEGIN
  INSERT INTO list_blocks VALUES ('audits', new.organization_id, new.id / 1024, 1)
  ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER action_counted AFTER INSERT ON audits WHEN new.kind = 'action' BEGIN
  INSERT INTO list_blocks VALUES ('actions', new.organization_id, new.id / 1024, 1)
  ON CONFLICT DO UPDATE SET rows = rows + 1;
END;

-- Values by the organisation's day (2026-11-21), month (2026-11) and year (2026).
CREATE TABLE metrics (
  organization_id INTEGER NOT NULL,
  metric TEXT NOT NULL,
  bucket_type TEXT NOT NULL CHECK (bucket_type IN ('day', 'month', 'year')),
  bucket_id TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (organization_id, metric, bucket_type, bucket_id)
) WITHOUT ROWID;
CREATE INDEX metrics_by_bucket ON metrics (organization_id, bucket_id DESC, metric);
-- What is stored already.
INSERT INTO metrics
SELECT organization_id, 'stored_bytes', bucket.column1, substr(date('now'), 1, bucket.column2), sum(size)
FROM files, (VALUES ('day', 10), ('month', 7), ('year', 4)) AS bucket
WHERE status <> 'uploading'
GROUP BY organization_id, bucket.column1;

CREATE TABLE quotas (
  organization_id INTEGER NOT NULL,
  metric TEXT NOT NULL,
  bucket_type TEXT NOT NULL CHECK (bucket_type IN ('day', 'month', 'year')),
  quota INTEGER NOT NULL CHECK (quota >= 0),
  PRIMARY KEY (organization_id, metric, bucket_type)
) WITHOUT ROWID;

-- Whose question was taken in a bucket: one active user each.
CREATE TABLE active_users (
  organization_id INTEGER NOT NULL,
  bucket_type TEXT NOT NULL,
  bucket_id TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (organization_id, bucket_type, bucket_id, user_id)
) WITHOUT ROWID;
CREATE TRIGGER active_user_counted AFTER INSERT ON active_users BEGIN
  INSERT INTO metrics VALUES (new.organization_id, 'active_users', new.bucket_type, new.bucket_id, 1)
  ON CONFLICT DO UPDATE SET value = value + 1;
END;

-- Counted with the row itself, so that metrics and audits cannot differ.
CREATE TRIGGER request_counted AFTER INSERT ON audits WHEN new.kind = 'request' BEGIN
  INSERT INTO metrics
  SELECT new.organization_id, counted.column1, bucket.column1, substr(new.day, 1, bucket.column2), counted.column2
  FROM (VALUES ('questions', 1), ('input_tokens', coalesce(new.input_tokens, 0)),
               ('output_tokens', coalesce(new.output_tokens, 0))) AS counted,
       (VALUES ('day', 10), ('month', 7), ('year', 4)) AS bucket
  WHERE true
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
  INSERT OR IGNORE INTO active_users
  SELECT new.organization_id, bucket.column1, substr(new.day, 1, bucket.column2), new.user_id
  FROM (VALUES ('day', 10), ('month', 7), ('year', 4)) AS bucket
  -- One who was refused would otherwise be let in the next time, as one who is active already.
  WHERE new.status <> 'blocked';
END;

-- folded: what is compared, without width, case, kana and format characters.
CREATE TABLE blocked_keywords (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL,
  keyword TEXT NOT NULL,
  folded TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  UNIQUE (organization_id, folded)
);

CREATE TABLE agents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  enabled INTEGER NOT NULL DEFAULT 1,
  -- JSON: {type, rules}
  properties TEXT NOT NULL DEFAULT '{}',
  UNIQUE (organization_id, type)
);

-- A download that was asked for: its address may be opened once.
CREATE TABLE exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('users', 'audits', 'actions')),
  -- JSON: what the list was filtered by.
  filter TEXT NOT NULL DEFAULT '{}',
  language TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  opened_at TEXT
);
CREATE INDEX exports_by_end ON exports (expires_at);

-- A site that an admin gave. The pages that were found on it are files of the source 'integration'.
CREATE TABLE sites (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL,
  group_id INTEGER NOT NULL,
  url TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'crawling', 'done', 'failed')),
  status_reason TEXT,
  max_pages INTEGER NOT NULL,
  -- The robots.txt as it was read, and until when it holds.
  robots TEXT,
  robots_expire_at TEXT,
  -- The step of the crawl that is next; a job for another one is out of date. active_at: when the last one was done.
  step INTEGER NOT NULL DEFAULT 0,
  active_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- Its pages are being removed, then it goes.
  deleted_at TEXT,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  crawled_at TEXT,
  next_crawl_at TEXT
);
CREATE UNIQUE INDEX sites_of_organization ON sites (organization_id, url) WHERE deleted_at IS NULL;
CREATE INDEX sites_to_crawl ON sites (next_crawl_at);
CREATE INDEX sites_under_way ON sites (active_at) WHERE status IN ('pending', 'crawling') OR deleted_at IS NOT NULL;

-- When a host may be asked again, whoever's site it is.
CREATE TABLE crawled_hosts (
  host TEXT PRIMARY KEY,
  free_at TEXT NOT NULL
) WITHOUT ROWID;

-- The addresses of a site, found or fetched.
CREATE TABLE site_pages (
  site_id INTEGER NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  file_id INTEGER REFERENCES files (id) ON DELETE SET NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'done', 'failed', 'gone', 'disallowed')),
  status_reason TEXT,
  depth INTEGER NOT NULL DEFAULT 0,
  etag TEXT,
  last_modified TEXT,
  content_hash TEXT,
  crawled_at TEXT,
  PRIMARY KEY (site_id, url)
) WITHOUT ROWID;
CREATE INDEX pages_to_fetch ON site_pages (site_id, depth) WHERE status = 'pending';
CREATE INDEX site_page_of_file ON site_pages (file_id);
