import { and, desc, eq, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Database, entries } from '~/provider/db/index.ts'
import type { Turn } from './task.ts'

/** What a model is reminded of at most: turns, and characters of all of them. */
const longest = { turns: 20, characters: 24_000 }

/** The answered questions of a conversation before an entry, the latest last; the oldest are left out where it is too long. */
export async function historyBefore(db: Database, conversationId: number, entryId: number): Promise<Turn[]> {
  const questions = alias(entries, 'questions')
  const rows = await db
    .select({ question: questions.user_prompt, answer: entries.response })
    .from(entries)
    .innerJoin(questions, eq(questions.id, entries.question_id))
    .where(and(eq(entries.conversation_id, conversationId), lt(entries.id, entryId)))
    .orderBy(desc(entries.id))
    .limit(longest.turns)
  const turns = rows.flatMap(({ question, answer }) =>
    question && answer ? [{ question, answer: withoutMarkers(answer) }] : [],
  )
  return latestWithin(turns, longest.characters).toReversed()
}

/** The numbers of earlier citations mean other sources now. */
const withoutMarkers = (answer: string) => answer.replace(/ ?\[:&\d+\]/g, '')

/** The first turns, the latest being first, that together have no more characters. */
export function latestWithin(turns: Turn[], characters: number): Turn[] {
  let sum = 0
  const tooLong = turns.findIndex(({ question, answer }) => (sum += question.length + answer.length) > characters)
  return tooLong === -1 ? turns : turns.slice(0, tooLong)
}
