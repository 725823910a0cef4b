import { expect, test } from 'vitest'
import { Trips } from '~/provider/request/trips.ts'

const soon = () => Promise.resolve()

test('trips at once are one, and one that begins when another has ended is one more', async () => {
  const trips = new Trips()
  await Promise.all([trips.take('directory', soon), trips.take('member', soon), trips.take('directory', soon)])
  expect(String(trips)).toBe('trips;desc="1", directory;desc="2", member;desc="1"')
  await trips.take('library', soon)
  expect(trips.inARow).toBe(2)
})

test('two that follow one another count beside one that takes as long as both', async () => {
  const trips = new Trips()
  let end = () => {}
  const long = trips.take('organization', () => new Promise<void>((resolve) => (end = resolve)))
  await trips.take('directory', soon)
  await trips.take('directory', soon)
  end()
  await long
  expect(trips.inARow).toBe(2)
})

test('one that fails has been made', async () => {
  const trips = new Trips()
  await expect(trips.take('directory', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  await trips.take('directory', soon)
  expect(String(trips)).toBe('trips;desc="2", directory;desc="2"')
})
