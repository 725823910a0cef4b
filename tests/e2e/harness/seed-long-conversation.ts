import { demoUsers } from '../../../scripts/local/demo.ts'
import { seedMember } from './seed-member.ts'

/**
 * `node seed-long-conversation.ts DATA_DIR` gives the demo user a conversation of 10,000 messages, short and long ones, of
 * yesterday, one of which is about a wombat; and another that is longer than a page of entries.
 */

const exchanges = 5000
const beyondOnePage = 5100
const user = demoUsers.find(({ role }) => role === 'user')!.email

const insertConversation = "INSERT INTO conversations (title, agent) VALUES (?, 'chat_ai')"

/** One to ten sentences, differing from message to message. */
const insertEntries = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1 * 2)
  INSERT INTO entries (conversation_id, kind, text, agent, model, status, created_at, updated_at)
  SELECT
    (SELECT max(id) FROM conversations),
    iif(n % 2, 'question', 'answer'),
    iif(n % 2,
      'Question ' || ((n + 1) / 2) || '. ' || replace(hex(zeroblob(n * 7 % 5)), '00', 'What about this one? '),
      'Answer ' || (n / 2) || '. ' ||
        replace(hex(zeroblob(n * 11 % 20)), '00', 'This is a sentence of an answer that says *something*. ') ||
        iif(n % 10 = 0, char(10, 10) || '- one' || char(10) || '- two' || char(10) || '- three', '')),
    'chat_ai', iif(n % 2, 'adaptive', NULL), iif(n % 2, NULL, 'done'),
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 days'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 days')
  FROM numbers ORDER BY n`

const linkAnswers = "UPDATE entries SET question_id = id - 1 WHERE kind = 'answer'"

const nameWombat = `
  UPDATE entries SET text = text || 'Where does the wombat sleep?'
  WHERE text LIKE 'Question 2500.%' AND conversation_id = (SELECT min(id) FROM conversations)`

/** All but the latest messages are indexed when a search comes; this one is to be found by the first. */
const indexWombatFirst =
  "DELETE FROM unindexed WHERE kind = 'message' AND target_id > (SELECT id FROM entries WHERE text LIKE '%wombat%')"

await seedMember(process.argv[2]!, user, [
  [insertConversation, 'Ten thousand messages'],
  [insertEntries, exchanges],
  [insertConversation, 'Beyond one page'],
  [insertEntries, beyondOnePage],
  [linkAnswers],
  [nameWombat],
  [indexWombatFirst],
])
