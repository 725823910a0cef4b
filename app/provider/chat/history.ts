import type { Turn } from '~/provider/agents/agent.ts'
import { type Packed, unpacked } from '~/provider/conversations/packed.ts'

/**
 * Characters of earlier turns that are read at most, and the turn that goes beyond them: more than a model is reminded of
 * (`models/fit-prompt.ts`), which tells it that something was left out.
 */
const maxCharacters = 400_000
/** Turns that are read at most: a question costs the same however long its conversation is. */
const maxTurns = 1000

/** The answered questions of a conversation, the latest last. The numbers of earlier citations mean other sources now. */
export function historyOf(sql: SqlStorage, conversationId: number): Turn[] {
  const rows = sql.exec<{ question: Exclude<Packed, Uint8Array>; answer: Exclude<Packed, Uint8Array> }>(
    `SELECT questions.text AS question, answers.text AS answer
     FROM entries AS answers JOIN entries AS questions ON questions.id = answers.question_id
     WHERE answers.conversation_id = ? AND questions.text <> '' AND answers.text <> ''
     ORDER BY answers.id DESC LIMIT ?`,
    conversationId,
    maxTurns,
  )
  const turns: Turn[] = []
  let characters = 0
  for (const row of rows) {
    if (characters >= maxCharacters) break
    const [question, answer] = [unpacked(row.question), unpacked(row.answer)]
    characters += question.length + answer.length
    turns.push({ question, answer: answer.replace(/ ?\[:&\d+\]/g, '') })
  }
  return turns.toReversed()
}
