import type { BatchItem } from 'drizzle-orm/batch'
import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import {
  type addPrompt as addEndpoint,
  mostPrompts,
  type SavedPrompt,
  type updatePrompt as updateEndpoint,
} from '~/contract/prompts.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { prompts } from '~/provider/db/index.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import { mayChangePrompt, mayReadPrompt } from './policy.ts'

type Row = typeof prompts.$inferSelect

/** The member's own prompts, then the organisation's, each by title. */
export async function listPrompts({ db, member }: Call): Promise<{ data: SavedPrompt[] }> {
  const rows = await db
    .select()
    .from(prompts)
    .where(
      or(
        eq(prompts.user_id, member.id),
        and(eq(prompts.organization_id, member.organizationId), isNull(prompts.user_id)),
      ),
    )
    .orderBy(sql`${prompts.user_id} IS NULL`, asc(prompts.title))
  return { data: rows.map(toPrompt) }
}

/**
 * Keeps a prompt.
 * @throws ApiError `operation_not_authorized` for the organisation's by no admin, `quota_exceeded` for too many, `already_exists` for a
 *   title that there is
 */
export async function addPrompt({ body }: ParsedOf<typeof addEndpoint>, call: Call): Promise<SavedPrompt> {
  const { db, member } = call
  const { owner, ...content } = wellFormed(body)
  const place = { organization_id: member.organizationId, user_id: owner === 'member' ? member.id : null }
  if (!mayChangePrompt(member, place)) throw new ApiError('operation_not_authorized')
  return withIdempotencyKey(call, 'addPrompt', JSON.stringify(body), async () => {
    const counted = await db.select({ kept: count() }).from(prompts).where(ofSameOwner(place)).get()
    if (counted!.kept >= mostPrompts) throw new ApiError('quota_exceeded')
    const insertion = db
      .insert(prompts)
      .values({ ...place, ...content })
      .onConflictDoNothing()
      .returning()
    return toPrompt(await changed(insertion, 'prompt_added', { ...place, ...content }, call))
  })
}

/**
 * Changes a prompt's title and text.
 * @throws ApiError `does_not_exist`, `operation_not_authorized`, `already_exists`
 */
export async function updatePrompt(
  { params: { id }, body }: ParsedOf<typeof updateEndpoint>,
  call: Call,
): Promise<SavedPrompt> {
  const { db } = call
  const prompt = await changeable(id, call)
  const { title, text } = wellFormed(body)
  const isTaken = sql`EXISTS (SELECT 1 FROM prompts AS other WHERE other.title = ${title} AND other.id <> ${id}
    AND other.organization_id = ${prompt.organization_id} AND other.user_id IS ${prompt.user_id})`
  const update = db
    .update(prompts)
    .set({ title, text })
    .where(and(eq(prompts.id, id), sql`NOT ${isTaken}`))
    .returning()
  return toPrompt(await changed(update, 'prompt_changed', { ...prompt, title }, call))
}

/**
 * Deletes a prompt.
 * @throws ApiError `does_not_exist`, `operation_not_authorized`
 */
export async function deletePrompt(id: number, call: Call): Promise<void> {
  const prompt = await changeable(id, call)
  const deletion = call.db.delete(prompts).where(eq(prompts.id, id)).returning()
  if (prompt.user_id !== null) return void (await deletion)
  await changeRecorded(call, [deletion], { action: 'prompt_deleted', target: prompt.title, details: { id } })
}

/** Makes a change, which is recorded where it concerns all; of nothing changed, the title stood in the way. */
async function changed(
  change: BatchItem<'sqlite'> & PromiseLike<Row[]>,
  action: 'prompt_added' | 'prompt_changed',
  { user_id, title }: Pick<Row, 'user_id' | 'title'>,
  call: Call,
): Promise<Row> {
  const [row] =
    user_id === null ? ((await changeRecorded(call, [change], { action, target: title }))[0] as Row[]) : await change
  if (!row) throw new ApiError('already_exists')
  return row
}

async function changeable(id: number, { db, member }: Call): Promise<Row> {
  const prompt = await db.select().from(prompts).where(eq(prompts.id, id)).get()
  if (!prompt || !mayReadPrompt(member, prompt)) throw new ApiError('does_not_exist')
  if (!mayChangePrompt(member, prompt)) throw new ApiError('operation_not_authorized')
  return prompt
}

const ofSameOwner = ({ organization_id, user_id }: Pick<Row, 'organization_id' | 'user_id'>) =>
  user_id === null
    ? and(eq(prompts.organization_id, organization_id), isNull(prompts.user_id))
    : eq(prompts.user_id, user_id)

const toPrompt = ({ id, user_id, title, text }: Row): SavedPrompt => ({
  id,
  owner: user_id === null ? 'organization' : 'member',
  title,
  text,
})

const wellFormed = <Content extends { title: string; text: string }>(content: Content): Content => ({
  ...content,
  title: content.title.toWellFormed(),
  text: content.text.toWellFormed(),
})
