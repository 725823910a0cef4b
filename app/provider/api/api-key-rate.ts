import type { Holder } from '~/provider/identity/api-key-holder.ts'
import { type Attempt, callObject, resultOf } from '~/provider/objects/call.ts'
import { limitsOf } from './limits.ts'

/** The object of a key's owner, which counts its calls. */
interface CallCounter extends Rpc.DurableObjectBranded {
  countCall: (apiKeyId: number, perMinute: number) => Attempt<void>
}

/**
 * What one key may call in a minute, whatever it calls and wherever the program runs.
 *
 * @throws ApiError `rate_limited` with the seconds after which a call fits
 */
export function requireApiKeyRate(env: Env, { member, apiKey }: Holder): Promise<void> {
  const { apiKeyCallsPerMinute } = limitsOf(env)
  const owner = () => (env.MEMBERS as DurableObjectNamespace<CallCounter>).getByName(member.key)
  return resultOf(callObject(async () => owner().countCall(apiKey.id, apiKeyCallsPerMinute)))
}
