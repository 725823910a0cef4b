import { count, lt, min } from 'drizzle-orm'
import { conversations, type MemberDatabase } from './tables.ts'

/** Conversations that were not used since a moment. */
export interface Unused {
  count: number
  /** When the one that was unused for longest was last used. */
  oldest: string | null
}

/** Counts conversations without a question since `before`. */
export const countUnused = (db: MemberDatabase, before: string): Unused =>
  db
    .select({ count: count(), oldest: min(conversations.updated_at) })
    .from(conversations)
    .where(lt(conversations.updated_at, before))
    .get()!

/** The ids of some of them. */
export const findUnused = (db: MemberDatabase, before: string, most: number): number[] =>
  db
    .select({ id: conversations.id })
    .from(conversations)
    .where(lt(conversations.updated_at, before))
    .limit(most)
    .all()
    .map(({ id }) => id)
