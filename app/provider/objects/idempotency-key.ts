import { ApiError, hasCode } from '~/contract/errors.ts'
import { log } from '~/provider/log/log.ts'
import { type Attempt, callObject, resultOf } from './call.ts'
import { sha256 } from './sha256.ts'

/** A creating call that may be repeated. */
export interface RepeatableCall {
  /** The header `Idempotency-Key`. */
  key: string
  endpoint: string
  /** Tells the call's content: the same key with another content is refused. */
  fingerprint: string
  /** Tells one run of the call from its repetitions: only the one that has claimed the key settles it. */
  run?: string
}

/** The member's object, which keeps the keys of their calls. */
interface KeyKeeper extends Rpc.DurableObjectBranded {
  claimKey: (call: RepeatableCall) => Attempt<string | undefined>
  settleKey: (call: RepeatableCall, result: string | undefined) => void
}

const maxKeyLength = 200
/** Tries to settle a key, after which it is left to the end of its claim. */
const settlingTries = 2
/** Milliseconds that a repetition waits for the first run, and between two looks at it. */
const patience = 10_000
const pause = 200

/**
 * The call as one that may be repeated; undefined where it has no `Idempotency-Key`.
 * @throws ApiError `invalid_request` for a key that is too long
 */
export function repeatableCall(request: Request, endpoint: string, content: string): RepeatableCall | undefined {
  const key = request.headers.get('idempotency-key')
  if (!key) return undefined
  if (key.length > maxKeyLength) throw new ApiError('invalid_request')
  return { key, endpoint, fingerprint: sha256(content) }
}

/**
 * Runs a creating call once for each `Idempotency-Key` of a member and gives the first run's result to every repetition
 * within a day. The same key with another content is `invalid_request`; a repetition while the first run is still going, whose client
 * has left, waits for it, and is `invalid_conversation` where that takes long. A run that fails may be tried again.
 * @param content what the call is told apart by
 */
export async function withIdempotencyKey<Result>(
  { env, member, request }: { env: Env; member: { key: string }; request: Request },
  endpoint: string,
  content: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const call = repeatableCall(request, endpoint, content)
  if (!call) return run()
  const claimed = { ...call, run: crypto.randomUUID() }
  const keeper = () => (env.MEMBERS as DurableObjectNamespace<KeyKeeper>).getByName(member.key)
  const settle = (result: string | undefined) => settleKey(() => keeper().settleKey(claimed, result))
  let earlier: string | undefined
  try {
    earlier = await claim(keeper, claimed)
  } catch (error) {
    // Claimed it may be all the same.
    if (!(error instanceof ApiError)) await settle(undefined)
    throw error
  }
  if (earlier !== undefined) return JSON.parse(earlier) as Result
  let result: string | undefined
  try {
    const made = await run()
    result = JSON.stringify(made)
    return made
  } finally {
    await settle(result)
  }
}

/** Whether the call went well is known by then, and is not for this to change. */
async function settleKey(settle: () => Promise<void>): Promise<void> {
  for (let left = settlingTries; left > 0; left--) {
    try {
      return await settle()
    } catch (error) {
      if (left === 1) log.error('key_not_settled', { cause: error })
    }
  }
}

/** What the first run led to; undefined where this is the first. */
async function claim(keeper: () => DurableObjectStub<KeyKeeper>, call: RepeatableCall): Promise<string | undefined> {
  for (const last = Date.now() + patience; ;) {
    try {
      return await resultOf(callObject(async () => keeper().claimKey(call)))
    } catch (error) {
      if (!hasCode(error, 'invalid_conversation') || Date.now() > last) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
