-- What admins did, written in the transaction that did it, and owed to the organisation's chain until it is delivered.
CREATE TABLE owed_actions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- What the chain knows it by, however often it is delivered.
  source TEXT NOT NULL UNIQUE,
  organization_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  user_email TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  -- JSON, as the chain keeps it.
  details TEXT NOT NULL,
  -- The Idempotency-Key of the call that did it: when it is repeated, whose own what is already there is.
  idempotency_key TEXT,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  delivered_at TEXT
);
CREATE INDEX actions_to_deliver ON owed_actions (id) WHERE delivered_at IS NULL;
CREATE INDEX delivered_actions ON owed_actions (delivered_at) WHERE delivered_at IS NOT NULL;
CREATE INDEX actions_by_key ON owed_actions (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
