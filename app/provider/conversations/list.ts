import { and, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Conversation, Entry } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import { pageJson } from '~/provider/api/page-json.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { type ConversationRow, findAnswer, findOwnConversation } from '~/provider/chat/own-conversation.ts'
import { reapRun } from '~/provider/chat/runs.ts'
import { conversations, entries } from '~/provider/db/index.ts'
import type { Member } from '~/provider/identity/members.ts'
import { toConversation, toEntry } from './entry.ts'
import { goneFiles } from './gone-files.ts'

interface PageQuery {
  page: number
  page_size: number
}

interface ListQuery extends PageQuery {
  after?: string | undefined
  favorite?: 'true' | undefined
}

/** Conversations that one step reads. A page of 100,000 is written out step by step: as a whole it would not fit into memory. */
const step = 2000

/** One page of the caller's conversations, the latest first; with `after`, what follows that place. */
export async function listConversations(query: ListQuery, call: Call): Promise<Paged<Conversation> | Response> {
  const { db, member } = call
  const [[counted], first] = await Promise.all([
    db.select({ total: count() }).from(conversations).where(wanted(query, member)),
    readStep(query, call),
  ])
  const total = counted?.total ?? 0
  const page = pageOf(first, total, query)
  return first.length < step || query.page_size === step ? page : pageJson(page, furtherSteps(query, first, call))
}

/** The first `step` conversations of a page at most. */
async function readStep(query: ListQuery, { db, member }: Call): Promise<Conversation[]> {
  const { page, page_size, after } = query
  const rows = await db
    .select({ ...getTableColumns(conversations), running })
    .from(conversations)
    .where(and(wanted(query, member), after === undefined ? undefined : isBehind(after)))
    .orderBy(desc(conversations.updated_at), desc(conversations.id))
    .limit(Math.min(page_size, step))
    .offset((page - 1) * page_size)
  return rows.map(({ running, ...row }) => ({ ...toConversation(row), ...(running && { running: true }) }))
}

// Values that are parameters would keep SQLite from the partial indexes of these two.
const running = sql<number>`EXISTS (
  SELECT 1 FROM entries WHERE entries.conversation_id = ${conversations}.id AND entries.status = 'streaming')`
const isFavorite = sql`${conversations.favorite} = 1`

const wanted = ({ favorite }: ListQuery, member: Member): SQL | undefined =>
  and(eq(conversations.user_id, member.id), favorite && isFavorite)

async function* furtherSteps(query: ListQuery, first: Conversation[], call: Call) {
  let read = first
  let left = query.page_size - first.length
  while (left > 0 && read.length === step) {
    read = await readStep({ ...query, page: 1, page_size: left, after: placeOf(read.at(-1)!) }, call)
    left -= read.length
    yield read
  }
}

const placeOf = ({ updated_at, id }: Pick<ConversationRow, 'updated_at' | 'id'>) => `${updated_at},${id}`

function isBehind(place: string) {
  const [time, id] = place.split(',')
  return sql`(${conversations.updated_at}, ${conversations.id}) < (${time}, ${Number(id)})`
}

/** One page of a conversation's entries, the first first. An answer that nobody generates any more is ended before. */
export async function listEntries(id: number, query: PageQuery, { env, db, member }: Call): Promise<Paged<Entry>> {
  const conversation = await findOwnConversation(db, member, id)
  const latest = await findAnswer(db, id)
  if (latest?.status === 'streaming') await reapRun(env, latest)

  const ofConversation = eq(entries.conversation_id, id)
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(entries)
      .where(ofConversation)
      .orderBy(entries.id)
      .limit(query.page_size)
      .offset((query.page - 1) * query.page_size),
    db.select({ total: count() }).from(entries).where(ofConversation),
  ])
  const gone = await goneFiles(db, member, rows)
  return pageOf(
    rows.map((row) => toEntry(row, conversation, gone)),
    counted?.total ?? 0,
    query,
  )
}

const pageOf = <Item>(data: Item[], total: number, query: PageQuery): Paged<Item> => ({
  data,
  ...pageNumbers(total, query),
})
