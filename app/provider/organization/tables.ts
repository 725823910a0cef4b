/** The tables of an organisation's object, by version (`objects/tables.ts`). */
export const organizationTables = [
  `
  -- Whose object it is: one row, written with the first audit.
  CREATE TABLE organization (id INTEGER NOT NULL, key TEXT NOT NULL);

  -- The chain: seq counts its rows from 1, number those of a kind. Both are in the order of time, so that a list needs no
  -- count and an interval no index.
  CREATE TABLE audits (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    source TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL,
    user_email TEXT NOT NULL,
    created_at TEXT NOT NULL,
    day TEXT NOT NULL,
    conversation_id INTEGER,
    status TEXT,
    error_code TEXT,
    pipeline TEXT,
    model TEXT,
    execution_time REAL,
    input_tokens INTEGER,
    output_tokens INTEGER,
    action TEXT,
    target TEXT,
    details TEXT,
    text_digest TEXT,
    -- Of the line, in bytes.
    text_size INTEGER NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (kind, number)
  );
  -- Each ends with seq, as any index of SQLite does.
  CREATE INDEX audits_of_user ON audits (kind, user_id);
  CREATE INDEX audits_of_conversation ON audits (conversation_id) WHERE conversation_id IS NOT NULL;
  CREATE TABLE counts (kind TEXT PRIMARY KEY, rows INTEGER NOT NULL) WITHOUT ROWID;

  -- Texts that are not in a segment yet.
  CREATE TABLE texts (seq INTEGER PRIMARY KEY, line TEXT NOT NULL);
  -- Texts of neighbouring rows, in R2. sha256: of the bytes there; none while it is being written.
  -- blocks: JSON, the parts that can be read by themselves. revision: how often it was written anew, without texts whose time had come.
  CREATE TABLE segments (
    number INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL DEFAULT 0,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    sha256 TEXT,
    blocks TEXT
  );
  CREATE UNIQUE INDEX segments_by_row ON segments (first);

  -- Erasures of texts that are under way, by the chain's row that tells of each, which says what goes: the last row that it takes, and
  -- how far segments have been written anew.
  CREATE TABLE erasures (seq INTEGER PRIMARY KEY, through INTEGER NOT NULL, reached INTEGER NOT NULL);
  -- Objects in R2 that others have taken the place of, and are to be deleted. since: milliseconds since 1970.
  CREATE TABLE replaced (key TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;

  -- What users think of answers, beside the chain, which never changes. pipeline: as in the audit.
  CREATE TABLE feedback (
    seq INTEGER PRIMARY KEY,
    pipeline TEXT NOT NULL,
    feedback TEXT NOT NULL,
    given_at TEXT NOT NULL
  );
  CREATE INDEX feedback_by_value ON feedback (feedback);

  -- Values by the organisation's day (2026-11-21), month (2026-11) and year (2026).
  CREATE TABLE metrics (
    metric TEXT NOT NULL,
    bucket_type TEXT NOT NULL,
    bucket_id TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (metric, bucket_type, bucket_id)
  ) WITHOUT ROWID;
  -- Whose question was taken in a bucket: one active user each.
  CREATE TABLE active_users (
    bucket_id TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (bucket_id, user_id)
  ) WITHOUT ROWID;
  -- Questions that were let in and have no audit yet.
  CREATE TABLE reservations (id TEXT PRIMARY KEY, user_id INTEGER NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  `,
  `
  -- How the product worked, by the hour (2026-11-21T09, UTC), for a week. first_words: JSON, how many came within each class of time.
  CREATE TABLE hours (hour TEXT PRIMARY KEY, questions INTEGER NOT NULL, first_words TEXT NOT NULL) WITHOUT ROWID;
  -- subject: answer, refusal, or 'model ' and its name.
  CREATE TABLE failures (
    hour TEXT NOT NULL,
    subject TEXT NOT NULL,
    code TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (hour, subject, code)
  ) WITHOUT ROWID;
  -- How the last calls of each model went.
  CREATE TABLE models (
    purpose TEXT NOT NULL,
    model TEXT NOT NULL,
    succeeded_at TEXT,
    failed_at TEXT,
    code TEXT,
    failing_since TEXT,
    PRIMARY KEY (purpose, model)
  ) WITHOUT ROWID;
  `,
  `
  -- The name of the key that a program called with.
  ALTER TABLE audits ADD COLUMN api_key TEXT;
  `,
  `
  -- What answers took of each model, by the organisation's month (2026-11).
  CREATE TABLE model_usage (
    month TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    PRIMARY KEY (month, model)
  ) WITHOUT ROWID;
  `,
] as const

/**
 * What has to be of the same moment in a backup: where texts are, and what the rows of the chain count for. The chain itself and the opinions
 * on its rows only grow.
 */
export const besideChain = [
  'organization',
  'counts',
  'texts',
  'segments',
  'erasures',
  'replaced',
  'metrics',
  'active_users',
  'model_usage',
  'reservations',
  'hours',
  'failures',
  'models',
]
