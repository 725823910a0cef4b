import { sql } from 'drizzle-orm'
import type { Database } from '~/provider/db/index.ts'
import type { Turn } from '~/provider/agents/agent.ts'

/**
 * Characters of earlier turns that are read at most, and the turn that goes beyond them: more than a model is reminded of
 * (`models/fit-prompt.ts`), which tells it that something was left out.
 */
const mostCharacters = 400_000
/** Turns that are read at most: a question costs the same however long its conversation is. */
const mostTurns = 1000

/** The answered questions of a conversation, the latest last, as a statement. */
export const selectTurns = (db: Database, conversationId: number) =>
  db
    .select({ question: sql<string>`question`.as('question'), answer: sql<string>`answer`.as('answer') })
    .from(sql`(
      SELECT answers.id, questions.user_prompt AS question, answers.response AS answer,
             sum(length(questions.user_prompt) + length(answers.response)) OVER (ORDER BY answers.id DESC)
               - length(questions.user_prompt) - length(answers.response) AS later
      FROM entries AS answers JOIN entries AS questions ON questions.id = answers.question_id
      WHERE answers.conversation_id = ${conversationId} AND questions.user_prompt <> '' AND answers.response <> ''
      ORDER BY answers.id DESC LIMIT ${mostTurns})`)
    .where(sql`later < ${mostCharacters}`)
    .orderBy(sql`id`)

/** The numbers of earlier citations mean other sources now. */
export const withoutMarkers = ({ question, answer }: Turn): Turn => ({
  question,
  answer: answer.replace(/ ?\[:&\d+\]/g, ''),
})
