import type { Turn } from '~/provider/agents/agent.ts'

/**
 * Characters of earlier turns that are read at most, and the turn that goes beyond them: more than a model is reminded of
 * (`models/fit-prompt.ts`), which tells it that something was left out.
 */
const maxCharacters = 400_000
/** Turns that are read at most: a question costs the same however long its conversation is. */
const maxTurns = 1000

/** The answered questions of a conversation, the latest last. The numbers of earlier citations mean other sources now. */
export const historyOf = (sql: SqlStorage, conversationId: number): Turn[] =>
  sql
    .exec<{ question: string; answer: string }>(
      `SELECT question, answer FROM (
         SELECT answers.id, questions.text AS question, answers.text AS answer,
           sum(length(questions.text) + length(answers.text)) OVER (ORDER BY answers.id DESC)
             - length(questions.text) - length(answers.text) AS later
         FROM entries AS answers JOIN entries AS questions ON questions.id = answers.question_id
         WHERE answers.conversation_id = ? AND questions.text <> '' AND answers.text <> ''
         ORDER BY answers.id DESC LIMIT ?)
       WHERE later < ? ORDER BY id`,
      conversationId,
      maxTurns,
      maxCharacters,
    )
    .toArray()
    .map(({ question, answer }) => ({ question, answer: answer.replace(/ ?\[:&\d+\]/g, '') }))
