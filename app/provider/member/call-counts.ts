import { limitedUntilAMinuteAfter, minute } from '~/provider/api/rate.ts'

/** The calls that programs made with each key within a minute. In memory: an object that nobody calls for so long is forgotten with them. */
export class CallCounts {
  private readonly times = new Map<number, number[]>()

  /** @throws ApiError `rate_limited` with the seconds after which a call fits */
  count(apiKeyId: number, perMinute: number): void {
    const now = Date.now()
    const recent = (this.times.get(apiKeyId) ?? []).filter((time) => time > now - minute)
    this.times.set(apiKeyId, recent)
    const first = recent.at(-perMinute)
    if (first !== undefined) throw limitedUntilAMinuteAfter(new Date(first).toISOString())
    recent.push(now)
  }
}
