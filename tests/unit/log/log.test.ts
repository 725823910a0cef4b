import { expect, test, vi } from 'vitest'
import { log, withRequestId } from '~/provider/log/log.ts'

function linesOf(run: () => void): Record<string, unknown>[] {
  const lines = vi.spyOn(console, 'warn').mockReturnValue()
  run()
  return lines.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>)
}

test('an event is one line of JSON', () => {
  expect(linesOf(() => log.warn('file_lost', { file_id: 7, cause: 'nobody knows' }))).toEqual([
    { level: 'warn', event: 'file_lost', file_id: 7, cause: 'nobody knows' },
  ])
})

test('what a request logs has its id, also after it waited', async () => {
  const lines = vi.spyOn(console, 'warn').mockReturnValue()
  const work = async (event: string) => {
    await Promise.resolve()
    log.warn(event)
  }
  await Promise.all([withRequestId('a', () => work('one')), withRequestId('b', () => work('two')), work('three')])
  expect(lines.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { level: 'warn', event: 'one', request_id: 'a' },
    { level: 'warn', event: 'two', request_id: 'b' },
    { level: 'warn', event: 'three' },
  ])
})

test('an error is described without its message, which may repeat a question or a name', () => {
  const [line] = linesOf(() => log.warn('failed', { cause: new TypeError('secret-name.pdf is broken') }))
  expect(line!.cause).toMatch(/^TypeError \| at /)
  expect(JSON.stringify(line)).not.toContain('secret-name')
})
