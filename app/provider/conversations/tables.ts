import { eq, getTableColumns, sql } from 'drizzle-orm'
import { type DrizzleSqliteDODatabase, drizzle } from 'drizzle-orm/durable-sqlite'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AgentType, Attachment, Reference } from '~/contract/chat.ts'
import type { AnswerStatus, Feedback } from '~/contract/conversations.ts'
import { packedSources, packedText } from './packed.ts'

/** The tables of a member's own database. Times are ISO 8601 in UTC; ids count within the member. */

const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`
const time = () => text().notNull().default(now)

export const conversations = sqliteTable('conversations', {
  id: integer().primaryKey({ autoIncrement: true }),
  title: text().notNull(),
  agent: text().$type<AgentType>().notNull(),
  favorite: integer({ mode: 'boolean' }).notNull().default(false),
  created_at: time(),
  updated_at: time(),
})
export type ConversationRow = typeof conversations.$inferSelect

/** A question, or the answer to `question_id`; `text`, `agent` and `model` are of the one or the other. */
export const entries = sqliteTable('entries', {
  id: integer().primaryKey({ autoIncrement: true }),
  conversation_id: integer().notNull(),
  kind: text().$type<'question' | 'answer'>().notNull(),
  text: packedText().notNull(),
  agent: text().$type<AgentType>().notNull(),
  /** Of a question as it was chosen; of an answer the one that wrote it, once it has ended. */
  model: text(),
  attachments: text({ mode: 'json' }).$type<Attachment[]>(),
  question_id: integer(),
  sources_id: integer(),
  feedback: text().$type<Feedback>(),
  /** Of answers alone. */
  status: text().$type<AnswerStatus>(),
  error_code: text(),
  input_tokens: integer(),
  output_tokens: integer(),
  /** Of an answer that was copied into a branch: the one that was given, whose audit stands for it. */
  copy_of: integer(),
  /** Known once the organisation has taken the audit. */
  audit_id: integer(),
  created_at: time(),
  updated_at: time(),
})

/** The sources of an answer, which its copies in branches share. */
export const sources = sqliteTable('sources', {
  id: integer().primaryKey({ autoIncrement: true }),
  list: packedSources().notNull(),
})

export type EntryRow = typeof entries.$inferSelect & { sources: Reference[] | null }

/** Entries with their sources. */
export const selectEntries = (db: MemberDatabase) =>
  db
    .select({ ...getTableColumns(entries), sources: sources.list })
    .from(entries)
    .leftJoin(sources, eq(sources.id, entries.sources_id))

const index = `content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"`

/** Conversations that programs lead themselves: they are in no list, and go when the events of their answer do. */
export const passingConversations = sqliteTable('passing_conversations', {
  conversation_id: integer().primaryKey(),
})

/** As SQL, for `member/tables.ts`. */
export const conversationTables = `
  CREATE TABLE conversations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    agent TEXT NOT NULL,
    favorite INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  );
  CREATE INDEX conversations_by_time ON conversations (updated_at DESC, id DESC);
  -- The first page of the list names all favorites, however old they are.
  CREATE INDEX favorites_by_time ON conversations (updated_at DESC, id DESC) WHERE favorite = 1;

  -- Apart from their answers: rows of a page or less share the database's pages.
  CREATE TABLE sources (id INTEGER PRIMARY KEY AUTOINCREMENT, list BLOB NOT NULL);

  CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('question', 'answer')),
    text BLOB NOT NULL,
    agent TEXT NOT NULL,
    model TEXT,
    attachments TEXT,
    question_id INTEGER REFERENCES entries (id) ON DELETE CASCADE,
    sources_id INTEGER,
    feedback TEXT CHECK (feedback IN ('good', 'bad')),
    status TEXT CHECK (status IN ('streaming', 'done', 'stopped', 'failed')),
    error_code TEXT,
    input_tokens INTEGER,
    output_tokens INTEGER,
    copy_of INTEGER,
    audit_id INTEGER,
    created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    updated_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  );
  CREATE INDEX entries_of_conversation ON entries (conversation_id, id);
  CREATE INDEX entries_of_sources ON entries (sources_id) WHERE sources_id IS NOT NULL;
  CREATE TRIGGER sources_unused AFTER DELETE ON entries WHEN old.sources_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM entries WHERE sources_id = old.sources_id) BEGIN
    DELETE FROM sources WHERE id = old.sources_id;
  END;
  CREATE INDEX recent_questions ON entries (created_at) WHERE kind = 'question';
  -- At most one answer runs in a conversation.
  CREATE UNIQUE INDEX one_running_answer ON entries (conversation_id) WHERE status = 'streaming';
  -- Deleting a question looks for its answers: without an index, among all entries.
  CREATE INDEX answers_of_question ON entries (question_id) WHERE question_id IS NOT NULL;

  -- What is searched. words: stemmed English and segmented Japanese; bigrams: pairs of Japanese characters. rowid: the row's id.
  CREATE VIRTUAL TABLE titles_index USING fts5 (words, bigrams, ${index});
  CREATE VIRTUAL TABLE messages_index USING fts5 (words, bigrams, ${index});

  -- What the indexes do not have yet: SQL cannot cut Japanese into words.
  CREATE TABLE unindexed (
    kind TEXT NOT NULL CHECK (kind IN ('title', 'message')),
    target_id INTEGER NOT NULL,
    PRIMARY KEY (kind, target_id)
  ) WITHOUT ROWID;
  CREATE TRIGGER title_written AFTER INSERT ON conversations BEGIN
    INSERT INTO unindexed (kind, target_id) VALUES ('title', new.id);
  END;
  CREATE TRIGGER title_changed AFTER UPDATE OF title ON conversations WHEN new.title <> old.title BEGIN
    INSERT OR IGNORE INTO unindexed (kind, target_id) VALUES ('title', new.id);
  END;
  CREATE TRIGGER title_deleted AFTER DELETE ON conversations BEGIN
    DELETE FROM titles_index WHERE rowid = old.id;
    DELETE FROM unindexed WHERE kind = 'title' AND target_id = old.id;
  END;
  -- An answer is searched from its end on.
  CREATE TRIGGER message_written AFTER INSERT ON entries WHEN new.status IS NOT 'streaming' BEGIN
    INSERT INTO unindexed (kind, target_id) VALUES ('message', new.id);
  END;
  CREATE TRIGGER answer_ended AFTER UPDATE OF status ON entries WHEN new.status <> 'streaming' BEGIN
    INSERT OR IGNORE INTO unindexed (kind, target_id) VALUES ('message', new.id);
  END;
  CREATE TRIGGER message_deleted AFTER DELETE ON entries BEGIN
    DELETE FROM messages_index WHERE rowid = old.id;
    DELETE FROM unindexed WHERE kind = 'message' AND target_id = old.id;
  END;
  `

/** The table of {@link passingConversations}. */
export const passingTables = `
  CREATE TABLE passing_conversations (
    conversation_id INTEGER PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE
  );`

export type MemberDatabase = DrizzleSqliteDODatabase & { $client: DurableObjectStorage }

/** Drizzle over the storage of a member's object: synchronous, as the storage is. */
export const openMemberDatabase = (storage: DurableObjectStorage): MemberDatabase => drizzle(storage)
