import { and, eq } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { findConversation } from './find.ts'
import { type ConversationRow, entries, type MemberDatabase } from './tables.ts'

/** UTF-16 units of the old title that the new one keeps, so that its suffix still fits into a title. */
const maxKept = 480

/** Which conversation is branched before which of its questions, and the language of the new one's title. */
export interface Branch {
  id: number
  entryId: number
  language: Language
}

/**
 * Makes a new conversation of the messages before a question. Opinions and token counts stay with the originals alone,
 * so that nothing is counted twice; what is thought of a copy stands beside the audit of its original.
 *
 * @throws ApiError `does_not_exist` for an entry that is no question of the conversation
 */
export function branchConversation(db: MemberDatabase, { id, entryId, language }: Branch): ConversationRow {
  const source = findConversation(db, id)
  const question = db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.id, entryId), eq(entries.conversation_id, id), eq(entries.kind, 'question')))
    .get()
  if (!question) throw new ApiError('does_not_exist', { entity: 'entry' })

  const { sql } = db.$client
  const branch = sql
    .exec<{ id: number }>(
      'INSERT INTO conversations (title, agent) VALUES (?, ?) RETURNING id',
      m.branch_title({ title: source.title.slice(0, maxKept) }, { locale: language }),
      source.agent,
    )
    .one().id
  sql.exec(copyOfEntries, branch, id, entryId)
  sql.exec(questionsOfAnswers, branch)
  return findConversation(db, branch)
}

/** In their order, which their ids keep. An answer that still runs goes on in its own conversation only. */
const copyOfEntries = `
  INSERT INTO entries (conversation_id, kind, text, agent, model, attachments, sources_id, status, error_code,
    copy_of, audit_id, created_at, updated_at)
  SELECT ?1, kind, text, agent, model, attachments, sources_id, status, error_code,
    iif(kind = 'answer', coalesce(copy_of, id), NULL), audit_id, created_at, updated_at
  FROM entries
  WHERE conversation_id = ?2 AND id < ?3 AND status IS NOT 'streaming'
  ORDER BY id`

/** An answer is always stored right after its question. */
const questionsOfAnswers = `
  UPDATE entries SET question_id = (
    SELECT max(question.id) FROM entries AS question
    WHERE question.conversation_id = entries.conversation_id AND question.kind = 'question' AND question.id < entries.id
  )
  WHERE conversation_id = ?1 AND kind = 'answer'`
