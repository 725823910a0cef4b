/** What running answers keep in the member's database, beside `conversations/tables.ts`; as SQL, for `member/tables.ts`. */
export const chatTables = `
  -- The events of an answer, for readers who come late or again; an hour after its end they go.
  CREATE TABLE events (
    answer_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    event TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (answer_id, id)
  ) WITHOUT ROWID;

  -- What is owed to the organisation, written in the transaction that it tells of, until it is taken.
  CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, item TEXT NOT NULL);

  -- Conversations whose files an answer has put into tables, which are an object of their own.
  CREATE TABLE analysed_conversations (conversation_id INTEGER PRIMARY KEY);

  -- Creating calls that may be repeated with the same Idempotency-Key; result: JSON, once there is one.
  CREATE TABLE idempotency_keys (
    key TEXT PRIMARY KEY,
    endpoint TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    result TEXT,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  `

/** Which run of a call has claimed its key. */
export const claimingRuns = 'ALTER TABLE idempotency_keys ADD COLUMN run TEXT;'
