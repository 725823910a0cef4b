import { waitUntil } from 'cloudflare:workers'
import { errors } from 'jose'
import { ApiError } from '~/contract/errors.ts'
import { type KeySet, isFresh, isUsable, keep, keySetOf, readKept } from './key-set.ts'

/** How long, in milliseconds, the source may take. */
const timeout = 3000
/** The least time, in milliseconds, between two questions to the source: forged key ids and outages come in floods. */
const pause = { withKeys: 30_000, withoutKeys: 1000 }

const sources = new Map<string, SigningKeys>()

/** The keys published at an address; one instance an isolate. */
export function signingKeys(url: string): SigningKeys {
  const keys = sources.get(url) ?? new SigningKeys(url)
  sources.set(url, keys)
  return keys
}

/**
 * The keys that sign ID tokens. A set is fetched once and held in memory and in the data centre's cache; it is renewed
 * when it is no longer fresh or lacks a key, and used on for a while when its source fails.
 *
 * Of jose's `createRemoteJWKSet` only the choice among the keys is used: on Workers it fetches once for every waiting
 * request, it ignores `max-age`, and an outage of the source is at once one of its own.
 */
export class SigningKeys {
  private held: KeySet | undefined
  private askedAt = -Infinity
  /** Why the source's last answer is missing. */
  private failure: unknown
  private renewal: Promise<void> | undefined

  constructor(private readonly url: string) {}

  /**
   * The RS256 key of this id, or nothing when the source has none.
   *
   * @throws ApiError `service_unavailable` when that cannot be known
   */
  async find(keyId: string): Promise<CryptoKey | undefined> {
    if (!this.held || !isFresh(this.held)) await this.renew()
    const key = await this.choose(keyId)
    if (key) return key

    await this.renew()
    const newKey = await this.choose(keyId)
    // A key that appears during an outage is not known to be wrong.
    if (!newKey && this.failure) throw this.unavailable()
    return newKey
  }

  private async choose(keyId: string): Promise<CryptoKey | undefined> {
    if (!this.held || !isUsable(this.held)) throw this.unavailable()
    try {
      return await this.held.select({ alg: 'RS256', kid: keyId })
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return undefined
      throw new ApiError('service_unavailable', undefined, { cause: error })
    }
  }

  /** Renews the set, together with whoever else waits for that; afterwards `held` is as good as it can be had now. */
  private async renew(): Promise<void> {
    if (!this.renewal && this.isPaused()) return
    const renewal = (this.renewal ??= this.startRenewal())
    // Each caller has a clock of its own: should the request that asks be torn down, the others do not wait for ever.
    await within(timeout, renewal)
    if (this.renewal === renewal) this.renewal = undefined
  }

  private startRenewal(): Promise<void> {
    const renewal = this.readOrAsk().catch((error: unknown) => {
      this.failure = error
    })
    // Others wait for it too: it outlives a client that leaves.
    waitUntil(renewal)
    return renewal
  }

  private async readOrAsk(): Promise<void> {
    const kept = await readKept(this.url)
    if (kept && kept.fetchedAt > (this.held?.fetchedAt ?? 0)) {
      this.held = kept
      if (isFresh(kept)) return
    }
    this.askedAt = Date.now()
    this.failure = new Error(`the key source did not answer in ${timeout} ms`)
    const answer = await fetch(this.url, { redirect: 'manual', signal: AbortSignal.timeout(timeout) })
    this.held = await keySetOf(answer)
    this.failure = undefined
    waitUntil(keep(this.url, this.held))
  }

  private isPaused(): boolean {
    return this.held && isUsable(this.held)
      ? Date.now() < Math.max(this.askedAt, this.held.fetchedAt) + pause.withKeys
      : Date.now() < this.askedAt + pause.withoutKeys
  }

  private unavailable(): ApiError {
    return new ApiError('service_unavailable', undefined, { cause: this.failure })
  }
}

/** Waits for a promise that never rejects, but not longer than `milliseconds`. */
async function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const time = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([promise, time]).finally(() => clearTimeout(timer))
}
