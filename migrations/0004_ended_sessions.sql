-- Sign-ins that were signed out of. A token lives for an hour at most: after that a row is good for nothing, and goes.
CREATE TABLE ended_sessions (
  uid TEXT NOT NULL,
  -- Seconds since 1970, as the claim `auth_time` of all its tokens says.
  signed_in_at INTEGER NOT NULL,
  ended_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  PRIMARY KEY (uid, signed_in_at)
) WITHOUT ROWID;
CREATE INDEX ended_sessions_by_time ON ended_sessions (ended_at);
