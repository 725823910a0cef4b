-- Keys by which programs call the API in a member's name. A secret is known by its hash alone; it is random enough that a quick one does.
CREATE TABLE api_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- SHA-256, in hex.
  hash TEXT NOT NULL UNIQUE,
  -- The secret's last characters, by which its owner knows it again.
  ending TEXT NOT NULL,
  -- JSON: ["ask", …]
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  expires_at TEXT,
  last_used_at TEXT
);
CREATE INDEX api_keys_of_user ON api_keys (user_id, id);
CREATE INDEX api_keys_of_organization ON api_keys (organization_id, id);

-- Whose keys are taken.
ALTER TABLE organizations ADD COLUMN api_keys_for TEXT NOT NULL DEFAULT 'members';
-- Nobody signs in to a service account: admins make its keys.
ALTER TABLE users ADD COLUMN is_service INTEGER NOT NULL DEFAULT 0;
-- The name of the key that it was done with.
ALTER TABLE owed_actions ADD COLUMN api_key TEXT;
