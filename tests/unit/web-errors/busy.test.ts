import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { errorMessage } from '~/web/errors/message.ts'
import { refetchWhereFailed, retryDelay, retryQuery } from '~/web/errors/refusal.ts'

const busy = new ApiError('service_unavailable', { retry_after: 5 })

beforeEach(() => {
  overwriteGetLocale(() => 'en')
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** A query that fails so as often as that, with the settings of the pages. */
function reading(failure: Error, failures: number, { ssr = false } = {}) {
  vi.stubEnv('SSR', ssr)
  let left = failures
  const queryFn = vi.fn(async () => {
    if (left-- > 0) throw failure
    return 'read'
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: retryQuery, retryDelay } } })
  const observer = new QueryObserver(client, { queryKey: ['it'], queryFn })
  observer.subscribe(() => {})
  return { client, queryFn, result: () => observer.getCurrentResult() }
}

test.each([
  ['that is lost', new TypeError('Failed to fetch'), 5000],
  ['of a busy server', new ApiError('service_unavailable', { retry_after: 20 }), 20_000],
  ['that is refused', new ApiError('does_not_exist'), false],
])('what is shown is asked for again after an answer %s', async (_, failure, wait) => {
  const { client, result } = reading(failure, Infinity)
  const [query] = client.getQueryCache().getAll()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect([result().status, refetchWhereFailed(query!)]).toEqual(['error', false])
  client.setQueryData(['it'], 'shown')
  expect(refetchWhereFailed(query!)).toBe(false)
  void client.invalidateQueries()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect([result().data, refetchWhereFailed(query!)]).toEqual(['shown', wait])
})

test('a query waits for a busy server as long as that says', async () => {
  const { queryFn, result } = reading(busy, 3)
  await vi.advanceTimersByTimeAsync(4900)
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_200)
  expect(result().data).toBe('read')
  expect(queryFn).toHaveBeenCalledTimes(4)
})

test('a query gives up after five waits, a page that is drawn on the server after one', async () => {
  const inBrowser = reading(busy, 100)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(inBrowser.queryFn).toHaveBeenCalledTimes(6)
  expect(inBrowser.result().error).toEqual(busy)
  const onServer = reading(busy, 100, { ssr: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onServer.queryFn).toHaveBeenCalledTimes(2)
})

test('a query that fails otherwise is tried once more a second later, one that is refused never', async () => {
  const failing = reading(new ApiError('unexpected'), 100)
  await vi.advanceTimersByTimeAsync(900)
  expect(failing.queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failing.queryFn).toHaveBeenCalledTimes(2)
  const refused = reading(new ApiError('does_not_exist'), 100)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refused.queryFn).toHaveBeenCalledTimes(1)
})

test('who changes something reads when to try again', () => {
  expect(errorMessage(busy)).toBe('There is too much to do right now. Please try again in 5 seconds.')
  expect(errorMessage(new ApiError('service_unavailable'))).toBe('The service is not available right now')
})
