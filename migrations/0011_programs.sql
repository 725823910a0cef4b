-- Programs that registered themselves, to be allowed by members (OAuth, RFC 7591).
CREATE TABLE oauth_clients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- JSON: ["https://…"]
  redirect_uris TEXT NOT NULL,
  -- Whence it registered: an address, or the network of one.
  network TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- When a member last allowed it something.
  allowed_at TEXT
);
CREATE INDEX oauth_clients_of_network ON oauth_clients (network, created_at);

-- What a member has allowed, until the program takes it up.
CREATE TABLE oauth_codes (
  -- SHA-256, in hex.
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL,
  scopes TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  -- The key that it was exchanged for.
  api_key_id INTEGER
);

-- A key that a program has been given and renews itself: the row of the key has the hash and the end of its token of the hour.
CREATE TABLE oauth_grants (
  api_key_id INTEGER PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
  refresh_hash TEXT NOT NULL UNIQUE,
  -- The one before, which nobody may use any more.
  used_hash TEXT,
  expires_at TEXT NOT NULL
);
CREATE INDEX oauth_grants_of_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_used ON oauth_grants (used_hash);
