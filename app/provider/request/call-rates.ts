import { ApiError } from '~/contract/errors.ts'

declare global {
  interface CallRates {
    /** Calls from one network address, whoever makes them. */
    CALLS_BY_ADDRESS?: RateLimit
    /** Calls of one account. */
    CALLS_BY_ACCOUNT?: RateLimit
  }
  interface Env extends CallRates {}
  namespace Cloudflare {
    interface Env extends CallRates {}
  }
}

/** Seconds that Cloudflare's limiters count over (`scripts/deploy/call-rates.ts`), and so the most that anybody has to wait. */
const period = 60

/**
 * The outermost door, before anything is verified or read: counts calls by the address that Cloudflare says they come from.
 *
 * @throws ApiError `rate_limited`
 */
export const requireAddressRate = (env: CallRates, { headers }: Request): Promise<void> =>
  requireRate(env.CALLS_BY_ADDRESS, networkOf(headers.get('cf-connecting-ip')))

/**
 * What one account may call, whatever it calls and from wherever.
 *
 * @throws ApiError `rate_limited`
 */
export const requireAccountRate = (env: CallRates, uid: string): Promise<void> => requireRate(env.CALLS_BY_ACCOUNT, uid)

/** A limiter that is not bound, as on one's own machine, or does not answer, keeps nobody out: what each call may cost is bounded besides. */
async function requireRate(limiter: RateLimit | undefined, key: string | null): Promise<void> {
  if (!limiter || !key) return
  const outcome = await limiter.limit({ key }).catch(() => undefined)
  if (outcome?.success === false) throw new ApiError('rate_limited', { retry_after: period })
}

/** One customer's line: an address of IPv4, or the first 64 bits of one of IPv6, below which everybody has as many as they like. */
export function networkOf(address: string | null): string | null {
  if (!address?.includes(':')) return address
  const [before = [], after = []] = address.split('::', 2).map((half) => half.split(':').filter(Boolean))
  const left = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...left, ...after].slice(0, 4).join(':')
}
