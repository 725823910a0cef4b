import { and, eq, lt } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import { idempotentCalls } from '~/provider/db/index.ts'
import type { Call } from './serve.ts'

const day = 24 * 60 * 60 * 1000

/**
 * Runs a creating call once for each `Idempotency-Key` of a member and gives the first run's result to every repetition
 * within a day. `fingerprint` tells the call's content: the same key with another content is `invalid_request`; a
 * repetition while the first run is still going is `invalid_conversation`. A run that fails may be tried again.
 */
export async function once<Result>(
  call: Call,
  endpoint: string,
  fingerprint: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const key = call.request.headers.get('idempotency-key')
  if (!key) return run()
  if (key.length > 200) throw new ApiError('invalid_request')

  const { db, member } = call
  const mine = and(eq(idempotentCalls.user_id, member.id), eq(idempotentCalls.key, key))
  const aDayAgo = new Date(Date.now() - day).toISOString()
  const [, [claimed]] = await db.batch([
    db
      .delete(idempotentCalls)
      .where(and(eq(idempotentCalls.user_id, member.id), lt(idempotentCalls.created_at, aDayAgo))),
    db
      .insert(idempotentCalls)
      .values({ user_id: member.id, key, endpoint, fingerprint: await digest(fingerprint) })
      .onConflictDoNothing()
      .returning(),
  ])
  if (!claimed)
    return earlier<Result>(
      await db.select().from(idempotentCalls).where(mine).get(),
      endpoint,
      await digest(fingerprint),
    )

  try {
    const result = await run()
    await db
      .update(idempotentCalls)
      .set({ answer: JSON.stringify(result) })
      .where(mine)
    return result
  } catch (error) {
    await db.delete(idempotentCalls).where(mine)
    throw error
  }
}

function earlier<Result>(
  first: typeof idempotentCalls.$inferSelect | undefined,
  endpoint: string,
  fingerprint: string,
): Result {
  if (!first || first.endpoint !== endpoint || first.fingerprint !== fingerprint) throw new ApiError('invalid_request')
  if (first.answer === null) throw new ApiError('invalid_conversation')
  return JSON.parse(first.answer) as Result
}

async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
