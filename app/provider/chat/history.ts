import type { Turn } from './task.ts'

/**
 * Characters of earlier turns that are read at most, and the turn that goes beyond them: more than a model is reminded of
 * (`models/fit-prompt.ts`), which tells it that something was left out.
 */
const mostCharacters = 400_000

/** The answered questions of a conversation before an entry, the latest last. */
export async function historyBefore(db: D1Database, conversationId: number, entryId: number): Promise<Turn[]> {
  const { results } = await db
    .prepare(
      `SELECT question, answer FROM (
         SELECT answers.id, questions.user_prompt AS question, answers.response AS answer,
                sum(length(questions.user_prompt) + length(answers.response)) OVER (ORDER BY answers.id DESC)
                  - length(questions.user_prompt) - length(answers.response) AS later
         FROM entries AS answers JOIN entries AS questions ON questions.id = answers.question_id
         WHERE answers.conversation_id = ?1 AND answers.id < ?2 AND questions.user_prompt <> '' AND answers.response <> ''
       ) WHERE later < ?3 ORDER BY id`,
    )
    .bind(conversationId, entryId, mostCharacters)
    .all<Turn>()
  return results.map(({ question, answer }) => ({ question, answer: withoutMarkers(answer) }))
}

/** The numbers of earlier citations mean other sources now. */
const withoutMarkers = (answer: string) => answer.replace(/ ?\[:&\d+\]/g, '')
