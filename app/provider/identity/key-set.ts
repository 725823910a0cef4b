import { type JSONWebKeySet, type LocalJWKSet, createLocalJWKSet } from 'jose'

/** A key set as its source gave it. Times are in milliseconds since 1970. */
export interface KeySet {
  /** jose's choice among the keys. */
  select: LocalJWKSet
  fetchedAt: number
  freshUntil: number
}

const minute = 60_000
const hour = 60 * minute

/** Bounds of the source's max-age (Google says some hours), so that no slip there makes it seconds or weeks. */
const freshness = { least: minute, most: 6 * hour, unsaid: 5 * minute }
/** How old a set may grow while its source fails: longer than an outage, shorter than a withdrawn key should live. */
const usableFor = 24 * hour

/** Whether a set may be used without asking its source. */
export function isFresh(set: KeySet): boolean {
  return Date.now() < set.freshUntil
}

/** Whether a set may be used when its source fails (RFC 5861, stale-if-error). */
export function isUsable(set: KeySet): boolean {
  return Date.now() < set.fetchedAt + usableFor
}

/**
 * Reads the source's answer.
 *
 * @throws Error when it is not a key set, or an empty one
 */
export async function keySetOf(response: Response): Promise<KeySet> {
  if (response.status !== 200) throw new Error(`the key source answered ${response.status}`)
  const jwks: JSONWebKeySet = await response.json()
  const select = createLocalJWKSet(jwks)
  if (jwks.keys.length === 0) throw new Error('the key source has no keys')
  const fetchedAt = Date.now()
  return { select, fetchedAt, freshUntil: fetchedAt + maxAge(response.headers.get('cache-control')) }
}

/** The set that an isolate of this data centre kept last, however old. */
export async function readKept(url: string): Promise<KeySet | undefined> {
  try {
    const kept = await (await keptSets()).match(url)
    if (!kept) return undefined
    const { jwks, fetchedAt, freshUntil } = await kept.json<Kept>()
    return { select: createLocalJWKSet(jwks), fetchedAt, freshUntil }
  } catch {
    // The cache only saves time: without it the source is asked.
    return undefined
  }
}

/** Keeps a set for the other isolates of this data centre, for as long as it may be used. */
export async function keep(url: string, { select, fetchedAt, freshUntil }: KeySet): Promise<void> {
  const kept: Kept = { jwks: select.jwks(), fetchedAt, freshUntil }
  const headers = { 'cache-control': `max-age=${usableFor / 1000}` }
  await (await keptSets()).put(url, Response.json(kept, { headers })).catch(() => undefined)
}

interface Kept {
  jwks: JSONWebKeySet
  fetchedAt: number
  freshUntil: number
}

/** A cache of its own: what is kept is not what the source answered, and nothing else may write it. */
function keptSets(): Promise<Cache> {
  return caches.open('key-sets')
}

function maxAge(cacheControl: string | null): number {
  const seconds = /(?:^|[\s,])max-age=(\d+)/i.exec(cacheControl ?? '')?.[1]
  if (seconds === undefined) return freshness.unsaid
  return Math.min(Math.max(Number(seconds) * 1000, freshness.least), freshness.most)
}
