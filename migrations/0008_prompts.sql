-- Questions that are kept to be asked again: a member's own, or the organisation's, where no member is named.
CREATE TABLE prompts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE UNIQUE INDEX prompts_of_user ON prompts (user_id, title) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX prompts_of_organization ON prompts (organization_id, title) WHERE user_id IS NULL;
