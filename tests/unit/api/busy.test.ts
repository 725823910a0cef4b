import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { isBusy } from '~/provider/api/busy.ts'
import { asApiError } from '~/provider/api/errors.ts'

const ofD1 = (words: string) => new Error(`D1_ERROR: ${words}`, { cause: new Error(words) })
const ofStatement = (cause: Error) => new DrizzleQueryError('insert into t values (?)', ['overloaded'], cause)

test.each([
  ['D1 whose queue is full', ofD1('D1 DB is overloaded. Too many requests queued.')],
  ['D1 whose queue is slow', ofD1('D1 DB is overloaded. Requests queued for too long.')],
  ['D1 that has too much to do', ofStatement(ofD1('D1 DB is overloaded. Requests queued for too long.'))],
  ['D1 that restarts', ofD1('Internal error in D1 DB storage caused object to be reset.')],
  ['D1 that is updated', ofD1('D1 DB reset because its code was updated.')],
  ['D1 that was lost', ofD1('Network connection lost.')],
  ['an object that has too much to do', Object.assign(new Error('Too much.'), { overloaded: true })],
  ['an object that was not reached', Object.assign(new Error('Lost.'), { retryable: true })],
  ['a bucket with too many requests', new Error('put: Reduce your concurrent request rate for the object. (10058)')],
  ['a bucket that is out of service', new Error('get: Service Unavailable (10043)')],
  ['a queue with too many messages', new Error('Queue sends failed: Too Many Requests')],
])('%s is busy', (_, error) => {
  expect(isBusy(error)).toBe(true)
  expect(asApiError(error)).toMatchObject({ status: 503, code: 'service_unavailable', info: { retry_after: 5 } })
  const failed = new ApiError('cannot_upload', undefined, { cause: error })
  expect(asApiError(failed)).toMatchObject({ status: 503, info: { retry_after: 5 } })
})

test.each([
  ['a statement that is wrong, whatever it was to write', ofStatement(ofD1('UNIQUE constraint failed: t.word'))],
  ['a bucket that failed', new Error('put: We encountered an internal error. Please try again. (10001)')],
  ['what is no error', 'overloaded'],
])('%s is not busy', (_, error) => {
  expect(isBusy(error)).toBe(false)
  expect(asApiError(error)).toMatchObject({ status: 500, code: 'unexpected' })
})

test('a refusal stays one: what was lost may be its client', () => {
  const refusal = new ApiError('request_aborted_user', undefined, { cause: new Error('Network connection lost.') })
  expect(asApiError(refusal)).toBe(refusal)
})

test('what a busy database says of what it was to write does not get into the error', () => {
  const { cause } = asApiError(ofStatement(ofD1('D1 DB is overloaded. Requests queued for too long.')))
  expect((cause as Error).message).toContain('D1_ERROR: D1 DB is overloaded')
  expect((cause as Error).message).not.toContain('values')
})
