-- Search over the titles and messages of conversations.

-- owner: 'u' and the id of the one who may find it; words, bigrams: as in passages_index. rowid: the conversation's id.
CREATE VIRTUAL TABLE titles_index USING fts5 (
  owner, words, bigrams,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2"
);
-- The same for messages. rowid: the entry's id.
CREATE VIRTUAL TABLE messages_index USING fts5 (
  owner, words, bigrams,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2"
);

-- What the indexes do not have yet: SQL cannot cut Japanese into words. A text that changes gets a new id here, so that
-- whoever has just indexed its old words does not take the new ones for done.
CREATE TABLE unindexed (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('title', 'message')),
  target_id INTEGER NOT NULL,
  UNIQUE (kind, target_id) ON CONFLICT REPLACE
);
CREATE INDEX unindexed_of_user ON unindexed (user_id, id);

CREATE TRIGGER title_written AFTER INSERT ON conversations BEGIN
  INSERT INTO unindexed (user_id, kind, target_id) VALUES (new.user_id, 'title', new.id);
END;
CREATE TRIGGER title_changed AFTER UPDATE OF title ON conversations WHEN new.title IS NOT old.title BEGIN
  INSERT INTO unindexed (user_id, kind, target_id) VALUES (new.user_id, 'title', new.id);
END;
CREATE TRIGGER title_deleted AFTER DELETE ON conversations BEGIN
  DELETE FROM titles_index WHERE rowid = old.id;
  DELETE FROM unindexed WHERE kind = 'title' AND target_id = old.id;
END;

-- An answer is searched from its end on.
CREATE TRIGGER message_written AFTER INSERT ON entries WHEN new.status IS NOT 'streaming' BEGIN
  INSERT INTO unindexed (user_id, kind, target_id)
  SELECT user_id, 'message', new.id FROM conversations WHERE id = new.conversation_id;
END;
CREATE TRIGGER message_changed AFTER UPDATE OF user_prompt, response, status ON entries
WHEN new.status IS NOT 'streaming' BEGIN
  INSERT INTO unindexed (user_id, kind, target_id)
  SELECT user_id, 'message', new.id FROM conversations WHERE id = new.conversation_id;
END;
CREATE TRIGGER message_deleted AFTER DELETE ON entries BEGIN
  DELETE FROM messages_index WHERE rowid = old.id;
  DELETE FROM unindexed WHERE kind = 'message' AND target_id = old.id;
END;

INSERT INTO unindexed (user_id, kind, target_id) SELECT user_id, 'title', id FROM conversations;
INSERT INTO unindexed (user_id, kind, target_id)
SELECT conversations.user_id, 'message', entries.id
FROM entries JOIN conversations ON conversations.id = entries.conversation_id
WHERE entries.status IS NOT 'streaming';

-- Deleting a question looks for its answers: without an index, in all entries there are.
CREATE INDEX answers_of_question ON entries (question_id);
