import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SigningKeys } from '~/provider/identity/keys.ts'
import { startKeySource } from '../key-source.ts'
import { jwksOf, newSigner } from '../tokens.ts'

const [first, second] = await Promise.all([newSigner('key-1'), newSigner('key-2')])
const published = await jwksOf(first)
const keptSets = await caches.open('key-sets')
const unavailable = expect.objectContaining({ code: 'service_unavailable', status: 503 })
const seconds = 1000
const hours = 3600 * seconds

/** Lets time pass for clocks alone; nothing waits for it. */
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

const failures = {
  'a network error': () => Promise.reject(new TypeError('connection reset')),
  'status 500': () => Response.json(published, { status: 500 }),
  garbage: () => new Response('<html>'),
  'JSON that is no key set': () => Response.json({ error: 'none' }),
  'a key set without keys': () => Response.json({ keys: [] }),
  'a body that breaks off': () =>
    new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('connection reset')) })),
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('keys that were never had', () => {
  test.each(Object.entries(failures))('are unavailable after %s', async (_, answer) => {
    const source = await startKeySource(first)
    source.answer(answer)
    await expect(new SigningKeys(source.url).find('key-1')).rejects.toThrow(unavailable)
    expect(source.asked()).toBe(1)
  })

  test('are unavailable when the source says nothing for three seconds, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const source = await startKeySource(first)
    const silence = Promise.withResolvers<Response>()
    source.answer(() => silence.promise)
    const outcome = vi.fn()
    const asking = new SigningKeys(source.url).find('key-1').catch((error: unknown) => outcome(error))
    await vi.advanceTimersByTimeAsync(2999)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await asking
    expect(outcome).toHaveBeenCalledExactlyOnceWith(unavailable)
    silence.resolve(new Response(null, { status: 504 }))
  })

  test('are not taken from where the source redirects to', async () => {
    const source = await startKeySource(first)
    source.answer((init) =>
      init?.redirect === 'manual' ? new Response(null, { status: 302 }) : Response.json(published),
    )
    await expect(new SigningKeys(source.url).find('key-1')).rejects.toThrow(unavailable)
  })

  test('are asked for again a second after the failure', async () => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    source.answer(failures['status 500'])
    await expect(keys.find('key-1')).rejects.toThrow(unavailable)
    await source.publish(first)
    await expect(keys.find('key-1')).rejects.toThrow(unavailable)
    pass(1 * seconds)
    expect(await keys.find('key-1')).toBeDefined()
    expect(source.asked()).toBe(2)
  })

  test('are fetched once for twenty who ask at the same time', async () => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    const found = await Promise.all(Array.from({ length: 20 }, () => keys.find('key-1')))
    expect(found.every((key) => key?.type === 'public')).toBe(true)
    expect(source.asked()).toBe(1)
  })

  test('are unavailable, after one question, to twenty who ask a failing source at the same time', async () => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    source.answer(failures['status 500'])
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => keys.find('key-1')))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(source.asked()).toBe(1)
  })
})

describe('keys that are held', () => {
  test('are used as long as the source said', async () => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    await keys.find('key-1')
    pass(1 * hours - 1)
    await keys.find('key-1')
    expect(source.asked()).toBe(1)
    pass(1)
    await keys.find('key-1')
    expect(source.asked()).toBe(2)
  })

  test.each([
    ['max-age=0', 60 * seconds],
    ['max-age=999999999', 6 * hours],
    ['public, s-max-age=9, max-age=120', 120 * seconds],
    ['no-cache', 300 * seconds],
  ])('are renewed in time when the source says %s', async (cacheControl, expected) => {
    const source = await startKeySource(first)
    source.answer(() => Response.json(published, { headers: { 'cache-control': cacheControl } }))
    const keys = new SigningKeys(source.url)
    await keys.find('key-1')
    pass(expected - 1)
    await keys.find('key-1')
    expect(source.asked()).toBe(1)
    pass(1)
    await keys.find('key-1')
    expect(source.asked()).toBe(2)
  })

  test.each(Object.entries(failures))('bridge an outage that shows as %s', async (_, answer) => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    await keys.find('key-1')
    source.answer(answer)
    pass(23 * hours)
    expect(await keys.find('key-1')).toBeDefined()
    expect(source.asked()).toBe(2)
  })

  test('bridge an outage for a day and no longer', async () => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    await keys.find('key-1')
    source.answer(failures['status 500'])
    pass(24 * hours - 1)
    expect(await keys.find('key-1')).toBeDefined()
    pass(30 * seconds)
    await expect(keys.find('key-1')).rejects.toThrow(unavailable)
  })

  test('ask a failing source once in thirty seconds', async () => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    await keys.find('key-1')
    source.answer(failures['a network error'])
    pass(2 * hours)
    for (let second = 0; second < 60; second++) {
      await keys.find('key-1')
      pass(1 * seconds)
    }
    expect(source.asked()).toBe(1 + 2)
  })

  test('follow a rotation: the new key counts at once, the withdrawn one no more', async () => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    await keys.find('key-1')
    await source.publish(second)
    pass(30 * seconds)
    const found = await Promise.all(Array.from({ length: 20 }, () => keys.find('key-2')))
    expect(found.every((key) => key?.type === 'public')).toBe(true)
    expect(await keys.find('key-1')).toBeUndefined()
    expect(source.asked()).toBe(2)
  })

  test('are waited for by who comes while a rotation is being asked for', async () => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    await keys.find('key-1')
    pass(30 * seconds)
    const answer = Promise.withResolvers<Response>()
    source.answer(() => answer.promise)
    const early = keys.find('key-2')
    await vi.waitFor(() => expect(source.asked()).toBe(2))
    const late = keys.find('key-2')
    answer.resolve(Response.json(await jwksOf(second)))
    expect(await early).toBeDefined()
    expect(await late).toBeDefined()
  })

  test('ask once in thirty seconds however many unknown ids come', async () => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    await keys.find('key-1')
    const flood = (wave: number) =>
      Promise.all(Array.from({ length: 50 }, (_, index) => keys.find(`forged-${wave}-${index}`)))
    for (let second = 0; second < 60; second++) {
      expect(new Set(await flood(second))).toEqual(new Set([undefined]))
      pass(1 * seconds)
    }
    expect(source.asked()).toBe(1 + 1)
    expect(await keys.find('key-1')).toBeDefined()
  })

  test('leave an unknown id undecided while the source fails', async () => {
    const source = await startKeySource(first)
    const keys = new SigningKeys(source.url)
    await keys.find('key-1')
    source.answer(failures['status 500'])
    pass(30 * seconds)
    await expect(keys.find('key-2')).rejects.toThrow(unavailable)
    await expect(keys.find('key-2')).rejects.toThrow(unavailable)
    expect(await keys.find('key-1')).toBeDefined()
    expect(source.asked()).toBe(2)
  })

  test('are RSA keys only, whatever else the source publishes', async () => {
    const source = await startKeySource(first)
    source.answer(() => Response.json({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'key-1', alg: 'HS256' }] }))
    expect(await new SigningKeys(source.url).find('key-1')).toBeUndefined()
  })
})

describe('keys that another isolate fetched', () => {
  /** A source whose set is in the data centre's cache. */
  async function startKept() {
    const source = await startKeySource(first)
    await new SigningKeys(source.url).find('key-1')
    await vi.waitFor(async () => expect(await keptSets.match(source.url)).toBeDefined())
    return source
  }

  test('need no question to the source', async () => {
    const source = await startKept()
    expect(await new SigningKeys(source.url).find('key-1')).toBeDefined()
    expect(source.asked()).toBe(1)
  })

  test('are recent enough to tell that an id is unknown', async () => {
    const source = await startKept()
    pass(29 * seconds)
    expect(await new SigningKeys(source.url).find('forged')).toBeUndefined()
    expect(source.asked()).toBe(1)
  })

  test('bridge an outage in an isolate that starts during it', async () => {
    const source = await startKept()
    source.answer(failures['a network error'])
    pass(2 * hours)
    expect(await new SigningKeys(source.url).find('key-1')).toBeDefined()
    expect(source.asked()).toBe(2)
  })

  test('are too old after a day', async () => {
    const source = await startKept()
    source.answer(failures['a network error'])
    pass(24 * hours)
    await expect(new SigningKeys(source.url).find('key-1')).rejects.toThrow(unavailable)
  })

  test('do not hide a rotation', async () => {
    const source = await startKept()
    await source.publish(second)
    pass(60 * seconds)
    expect(await new SigningKeys(source.url).find('key-2')).toBeDefined()
  })

  test('are not believed when the cache holds something else', async () => {
    const source = await startKeySource(first)
    const somethingElse = Response.json({ keys: [] }, { headers: { 'cache-control': 'max-age=60' } })
    await keptSets.put(source.url, somethingElse)
    expect(await new SigningKeys(source.url).find('key-1')).toBeDefined()
    expect(source.asked()).toBe(1)
  })
})
