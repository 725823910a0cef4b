-- What an admin tells all members until its end, in the languages that there are texts in.
CREATE TABLE notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  text_en TEXT,
  text_ja TEXT,
  ends_at TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
CREATE INDEX notices_of_organization ON notices (organization_id, ends_at);

-- The latest notice that a member has put away: they are shown one after another, so that those before are, too.
ALTER TABLE users ADD COLUMN dismissed_notice INTEGER NOT NULL DEFAULT 0;
