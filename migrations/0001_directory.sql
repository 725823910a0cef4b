-- The directory: what admins list, search and join. Times are ISO 8601 in UTC. Ids are integers (the paths of the API want them).

CREATE TABLE organizations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- The name of its object, never one that comes again: after a restore nobody meets another's data.
  object_key TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
  time_zone TEXT NOT NULL DEFAULT 'Asia/Tokyo',
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);

CREATE TABLE groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  object_key TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
  type TEXT NOT NULL CHECK (type IN ('user', 'organization'))
);
CREATE INDEX groups_of_organization ON groups (organization_id, type);

-- An invitation is a user without a uid; the first sign-in with the verified address binds it. One address may be invited by
-- several organisations, so that none learns from a refusal whom another has invited.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL REFERENCES organizations (id),
  private_group_id INTEGER NOT NULL REFERENCES groups (id),
  object_key TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
  email TEXT NOT NULL COLLATE NOCASE,
  uid TEXT UNIQUE,
  role TEXT NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  language TEXT NOT NULL DEFAULT 'ja' CHECK (language IN ('ja', 'en')),
  name TEXT,
  picture TEXT,
  -- Since when this user has no access, though all that is theirs is kept.
  deactivated_at TEXT,
  -- Since when, and why, nothing of theirs is erased, whatever the periods say, and they cannot be deleted.
  held_at TEXT,
  hold_reason TEXT,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  UNIQUE (organization_id, email)
);
CREATE INDEX users_of_organization ON users (organization_id, id);
CREATE INDEX invitations ON users (email) WHERE uid IS NULL;
CREATE INDEX held_users ON users (organization_id, held_at) WHERE held_at IS NOT NULL;
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
CREATE TRIGGER user_counted AFTER INSERT ON users BEGIN
  INSERT INTO list_blocks (list, organization_id, block, rows) VALUES ('users', new.organization_id, new.id / 1024, 1)
  ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER user_discounted AFTER DELETE ON users BEGIN
  UPDATE list_blocks SET rows = rows - 1
  WHERE list = 'users' AND organization_id = old.organization_id AND block = old.id / 1024;
END;

-- Addresses by any three characters of theirs. organization: one token, three characters that stand for its id.
CREATE VIRTUAL TABLE users_index USING fts5 (organization, email, content = '', contentless_delete = 1, tokenize = 'trigram');
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
  -- Where its passages are; none until it is indexed. A shard goes after all its files.
  shard_id INTEGER,
  url TEXT,
  description TEXT,
  -- Pixels of an image; null for what has none. A thumbnail lies beside the file's bytes.
  width INTEGER,
  height INTEGER,
  has_thumbnail INTEGER NOT NULL DEFAULT 0,
  -- An upload by signed addresses that is not complete: its multipart upload in the object storage.
  upload_id TEXT,
  -- How often the sweeper has queued a pending file again whose job was lost.
  requeued INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE INDEX files_of_group ON files (group_id, id DESC, name, source);
CREATE INDEX files_of_uploader ON files (uploaded_by, created_at);
-- What the sweeper looks for: uploads and jobs that nobody finishes any more.
CREATE INDEX unfinished_files ON files (updated_at) WHERE status IN ('uploading', 'pending');
-- What retention looks for, and what its preview adds up.
CREATE INDEX generated_files ON files (organization_id, created_at, uploaded_by, size) WHERE source IN ('generated', 'sandbox');
CREATE INDEX files_of_product ON files (group_id, name) WHERE source IN ('generated', 'sandbox');

-- The parts of such an upload that have arrived, so that an interrupted one goes on where it was.
CREATE TABLE upload_parts (
  file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  etag TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (file_id, number)
) WITHOUT ROWID;

-- The library of a group: objects that hold its passages and their index, one after another. `object_key` is the object's name.
CREATE TABLE library_shards (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
  object_key TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
  -- Whether files that have no shard yet come into it; one that has grown too large is followed by the next.
  is_open INTEGER NOT NULL DEFAULT 1,
  -- How often passages have come or gone, and how often they had when the vector index knew all of them.
  changes INTEGER NOT NULL DEFAULT 0,
  embedded_changes INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX shards_of_group ON library_shards (group_id);
CREATE UNIQUE INDEX one_open_shard ON library_shards (group_id) WHERE is_open = 1;
CREATE INDEX shards_to_embed ON library_shards (id) WHERE changes > embedded_changes;

-- What files take, by the organisation's day (2026-11-21), month (2026-11) and year (2026): changed in the transaction of the
-- files themselves. What questions take is counted where their audits are, in the organisation's object.
CREATE TABLE file_metrics (
  organization_id INTEGER NOT NULL,
  metric TEXT NOT NULL,
  bucket_type TEXT NOT NULL CHECK (bucket_type IN ('day', 'month', 'year')),
  bucket_id TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (organization_id, metric, bucket_type, bucket_id)
) WITHOUT ROWID;

CREATE TABLE quotas (
  organization_id INTEGER NOT NULL,
  metric TEXT NOT NULL,
  bucket_type TEXT NOT NULL CHECK (bucket_type IN ('day', 'month', 'year')),
  quota INTEGER NOT NULL CHECK (quota >= 0),
  PRIMARY KEY (organization_id, metric, bucket_type)
) WITHOUT ROWID;

-- For how many days things are kept; without a number for ever. changed_on: the organisation's day of the latest change, which
-- holds from the next one on.
CREATE TABLE retention (
  organization_id INTEGER PRIMARY KEY,
  conversations INTEGER,
  generated_files INTEGER,
  audit_texts INTEGER,
  changed_on TEXT NOT NULL
);
-- What was erased on a day of an organisation. step, position: what the run does next; active_at: when it last did something.
CREATE TABLE retention_runs (
  organization_id INTEGER NOT NULL,
  day TEXT NOT NULL,
  step TEXT NOT NULL DEFAULT 'conversations' CHECK (step IN ('conversations', 'generated_files', 'audit_texts', 'end')),
  position INTEGER NOT NULL DEFAULT 0,
  conversations INTEGER NOT NULL DEFAULT 0,
  files INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  texts INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  started_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  active_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  ended_at TEXT,
  PRIMARY KEY (organization_id, day)
) WITHOUT ROWID;
CREATE INDEX runs_under_way ON retention_runs (active_at) WHERE ended_at IS NULL;

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
