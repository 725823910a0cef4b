import { demoUsers } from '../../../scripts/local/demo.ts'
import { withDatabase } from '../../../scripts/local/database.ts'

/**
 * `node seed-long-conversation.ts DATA_DIR` gives the demo user a conversation of 10,000 messages, short and long ones, of
 * yesterday, one of which is about a wombat; and another that is longer than a page of entries.
 */

const exchanges = 5000
const beyondOnePage = 5100
const user = demoUsers.find(({ role }) => role === 'user')!.email

const insertConversation = `
  INSERT INTO conversations (user_id, title, pipeline)
  SELECT id, ?2, 'chat_ai' FROM users WHERE email = ?1`

/** One to ten sentences, differing from message to message. */
const insertEntries = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1 * 2)
  INSERT INTO entries (conversation_id, kind, user_prompt, selected_pipeline, selected_model,
    response, response_pipeline, status, created_at, updated_at)
  SELECT
    (SELECT max(id) FROM conversations),
    iif(n % 2, 'question', 'answer'),
    iif(n % 2, 'Question ' || ((n + 1) / 2) || '. ' || replace(hex(zeroblob(n * 7 % 5)), '00', 'What about this one? '), NULL),
    iif(n % 2, 'chat_ai', NULL), iif(n % 2, 'adaptive', NULL),
    iif(n % 2, NULL, 'Answer ' || (n / 2) || '. ' ||
      replace(hex(zeroblob(n * 11 % 20)), '00', 'This is a sentence of an answer that says *something*. ') ||
      iif(n % 10 = 0, char(10, 10) || '- one' || char(10) || '- two' || char(10) || '- three', '')),
    iif(n % 2, NULL, 'chat_ai'), iif(n % 2, NULL, 'done'),
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 days'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 days')
  FROM numbers ORDER BY n`

const linkAnswers = "UPDATE entries SET question_id = id - 1 WHERE kind = 'answer'"

/** What was changed last is indexed first. */
const nameWombat = `
  UPDATE entries SET user_prompt = user_prompt || 'Where does the wombat sleep?'
  WHERE user_prompt LIKE 'Question 2500.%' AND conversation_id = (SELECT min(id) FROM conversations)`

await withDatabase(process.argv[2]!, async (database) => {
  await database.batch([
    database.prepare(insertConversation).bind(user, 'Ten thousand messages'),
    database.prepare(insertEntries).bind(exchanges),
    database.prepare(insertConversation).bind(user, 'Beyond one page'),
    database.prepare(insertEntries).bind(beyondOnePage),
    database.prepare(linkAnswers),
    database.prepare(nameWombat),
  ])
})
