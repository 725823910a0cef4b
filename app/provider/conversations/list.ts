import { count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Conversation, Entry } from '~/contract/conversations.ts'
import { findConversation } from './find.ts'
import { toConversation, toEntry } from './entry.ts'
import { type ConversationRow, conversations, entries, type MemberDatabase, selectEntries, sources } from './tables.ts'

interface PageQuery {
  page: number
  page_size: number
}

export interface ListQuery extends PageQuery {
  after?: string | undefined
  favorite?: 'true' | undefined
}

/** A part of a list, and how many items the whole list has. */
export interface Listed<Item> {
  data: Item[]
  total: number
}

/** Conversations that one call reads: a page of 100,000 as a whole would not fit into memory. */
export const conversationsPerCall = 2000

/** The conversations of a page, the latest first, or the first {@link conversationsPerCall} of them; with `after`, what follows that place. */
export function listConversations(db: MemberDatabase, query: ListQuery): Listed<Conversation> {
  const { page, page_size, after, favorite } = query
  // A value that is a parameter would keep SQLite from the partial index.
  const wanted = favorite ? sql`${conversations.favorite} = 1 AND ${isListed}` : isListed
  const rows = db
    .select({ ...getTableColumns(conversations), running })
    .from(conversations)
    .where(after === undefined ? wanted : sql`${wanted} AND ${follows(after)}`)
    .orderBy(desc(conversations.updated_at), desc(conversations.id))
    .limit(Math.min(page_size, conversationsPerCall))
    .offset((page - 1) * page_size)
    .all()
  return {
    data: rows.map(({ running, ...row }) => ({ ...toConversation(row), ...(running && { running: true }) })),
    total: db.select({ total: count() }).from(conversations).where(wanted).get()!.total,
  }
}

const isListed = sql`${conversations}.id NOT IN (SELECT conversation_id FROM passing_conversations)`

const running = sql<number>`EXISTS (
  SELECT 1 FROM entries WHERE entries.conversation_id = ${conversations}.id AND entries.status = 'streaming')`

/** The place of a conversation in the list, as `after` names it. */
export const placeOf = ({ updated_at, id }: Pick<ConversationRow, 'updated_at' | 'id'>) => `${updated_at},${id}`

function follows(place: string) {
  const [time, id] = place.split(',')
  return sql`(${conversations.updated_at}, ${conversations.id}) < (${time}, ${Number(id)})`
}

/** Entries of a conversation, and its title. */
export interface ListedEntries extends Listed<Entry> {
  title: string
}

/**
 * One page of a conversation's entries, the first first.
 *
 * @throws ApiError `does_not_exist`
 */
export function listEntries(db: MemberDatabase, id: number, { page, page_size }: PageQuery): ListedEntries {
  const { title } = findConversation(db, id)
  const ofConversation = eq(entries.conversation_id, id)
  const rows = selectEntries(db)
    .where(ofConversation)
    .orderBy(entries.id)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .all()
  const { total } = db.select({ total: count() }).from(entries).where(ofConversation).get()!
  return { data: rows.map(toEntry), total, title }
}

/**
 * The ids of the files that a conversation's entries have attached or cite.
 *
 * @throws ApiError `does_not_exist`
 */
export function listFiles(db: MemberDatabase, id: number): number[] {
  findConversation(db, id)
  const rows = db
    .select({ attachments: entries.attachments, sources: sources.list })
    .from(entries)
    .leftJoin(sources, eq(sources.id, entries.sources_id))
    .where(eq(entries.conversation_id, id))
    .all()
  const ids = rows.flatMap((row) => [
    ...(row.attachments ?? []).map((file) => file.id),
    ...(row.sources ?? []).flatMap(({ file_id }) => file_id ?? []),
  ])
  return [...new Set(ids)]
}
