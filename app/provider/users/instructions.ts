import { eq } from 'drizzle-orm'
import type { Call } from '~/provider/api/serve.ts'
import { users } from '~/provider/db/index.ts'
import { requireAllowedText } from '~/provider/keywords/blocked.ts'

/** What the caller wants of every answer. */
export async function getInstructions({ db, member }: Call): Promise<{ text: string }> {
  const row = await db.select({ text: users.instructions }).from(users).where(eq(users.id, member.id)).get()
  return { text: row?.text ?? '' }
}

/**
 * Changes it.
 *
 * @throws ApiError `blocked_keyword`: what may not be asked may not go along with each question either
 */
export async function setInstructions(text: string, call: Call): Promise<{ text: string }> {
  const { db, member } = call
  await requireAllowedText(call, text)
  await db
    .update(users)
    .set({ instructions: text || null })
    .where(eq(users.id, member.id))
  return { text }
}
