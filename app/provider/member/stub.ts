import { ApiError, type ErrorBody } from '~/contract/errors.ts'
import type { Member } from '~/provider/identity/members.ts'
import { requestId } from '~/provider/log/log.ts'
import { callObject } from '~/provider/objects/call.ts'
import type { MemberObject } from './member-object.ts'
import type { Asked } from './questions.ts'

/** The object of a member. */
export const memberObject = (env: Env, { key }: Pick<Member, 'key'>) =>
  (env.MEMBERS as DurableObjectNamespace<MemberObject>).getByName(key)

/** Stores a question in the member's object and streams its answer. */
export const askMember = (env: Env, member: Member, asked: Asked, signal: AbortSignal): Promise<Response> =>
  streamOf(env, member, '/ask', { method: 'POST', body: JSON.stringify(asked), signal })

/** Streams an answer after the event with the id `after`: the one named, or the conversation's latest. */
export function readAnswer(
  env: Env,
  member: Member,
  { id, entryId, after }: { id: number; entryId: number | undefined; after: number },
  signal: AbortSignal,
): Promise<Response> {
  const query = new URLSearchParams({ conversation_id: String(id), after: String(after) })
  if (entryId !== undefined) query.set('entry_id', String(entryId))
  return callObject(() => streamOf(env, member, `/stream?${query}`, { signal }))
}

/** A stream goes by `fetch`, whose abort tells the object that its reader has left; what the object logs has the request's id. */
async function streamOf(env: Env, member: Member, path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers()
  const id = requestId()
  if (id) headers.set('x-request-id', id)
  const response = await memberObject(env, member).fetch(`https://member${path}`, { ...init, headers })
  if (response.ok) return response
  const { code, info } = (await response.json()) as ErrorBody
  throw new ApiError(code, info)
}
