import { and, eq, gt, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { previewRetention as endpoint, RetentionPreview } from '~/contract/retention.ts'
import type { Call } from '~/provider/api/serve.ts'
import { type Database, files, users } from '~/provider/db/index.ts'
import { selectTotal } from '~/provider/db/long-list.ts'
import { memberObject } from '~/provider/member/stub.ts'
import { callObject } from '~/provider/objects/call.ts'
import { organizationObject } from '~/provider/organization/stub.ts'
import { today } from '~/provider/time/today.ts'
import { usersOf } from '~/provider/users/list.ts'
import { expiredFiles } from './expired-files.ts'
import { heldUsers } from './holds.ts'
import { expiredBefore } from './periods.ts'

/** Members that one call looks at. */
const membersPerCall = 100

const nothing: RetentionPreview = { count: 0, bytes: 0, held: 0, oldest: null, looked_at: 0, members: 0, next: null }

/** A part of what a period would erase today, if it held. */
export async function previewRetention(
  { query: { kind, days, after } }: ParsedOf<typeof endpoint>,
  { env, db, member }: Call,
): Promise<RetentionPreview> {
  const before = expiredBefore(await today(db, member.organizationId), days)
  if (kind === 'conversations')
    return previewConversations(env, db, { organizationId: member.organizationId, before, after })
  if (kind === 'generated_files') return previewFiles(db, member.organizationId, before)
  const held = await heldUsers(db, member.organizationId)
  const due = await callObject(() => organizationObject(env, member.organizationKey).dueTexts({ before, held }))
  return { ...nothing, ...due }
}

/** Of the members after one, each of whom has conversations in an object of their own. */
async function previewConversations(
  env: Env,
  db: Database,
  { organizationId, before, after }: { organizationId: number; before: string; after: number },
): Promise<RetentionPreview> {
  const [[counted], members] = await db.batch([
    selectTotal(db, usersOf(organizationId)),
    db
      .select({ id: users.id, key: users.object_key, uid: users.uid, held_at: users.held_at })
      .from(users)
      .where(and(eq(users.organization_id, organizationId), gt(users.id, after)))
      .orderBy(users.id)
      .limit(membersPerCall),
  ])
  const found = await Promise.all(
    members
      .filter(({ uid }) => uid !== null)
      .map(async ({ key, held_at }) => ({
        isHeld: held_at !== null,
        ...(await callObject(() => memberObject(env, { key }).countUnused(before))),
      })),
  )
  const free = found.filter(({ isHeld }) => !isHeld)
  const sum = (parts: typeof found) => parts.reduce((total, { count }) => total + count, 0)
  return {
    ...nothing,
    count: sum(free),
    held: sum(found.filter(({ isHeld }) => isHeld)),
    oldest: free.reduce<string | null>(
      (first, { oldest }) => (first && (!oldest || first < oldest) ? first : oldest),
      null,
    ),
    looked_at: members.length,
    members: counted?.rows ?? 0,
    next: members.length === membersPerCall ? members.at(-1)!.id : null,
  }
}

async function previewFiles(db: Database, organizationId: number, before: string): Promise<RetentionPreview> {
  const rows = await db
    .select({
      isHeld: sql<number>`${users.held_at} IS NOT NULL`.as('is_held'),
      count: sql<number>`count(*)`,
      bytes: sql<number>`sum(${files.size})`,
      oldest: sql<string>`min(${files.created_at})`,
    })
    .from(files)
    .leftJoin(users, eq(users.id, files.uploaded_by))
    .where(expiredFiles(organizationId, before))
    .groupBy(sql`is_held`)
  const [free, held] = [0, 1].map((isHeld) => rows.find((row) => row.isHeld === isHeld))
  return {
    ...nothing,
    count: free?.count ?? 0,
    bytes: free?.bytes ?? 0,
    oldest: free?.oldest ?? null,
    held: held?.count ?? 0,
  }
}
