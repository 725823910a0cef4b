import { unstable_readConfig } from 'wrangler'
import { expect, test } from 'vitest'

interface Configuration {
  name: string
  vars: object
  d1_databases: object[]
  r2_buckets: object[]
  services: object[]
  durable_objects: { bindings: object[]; code_update_strategy?: { mode: string; max_delay?: number } }
  queues: { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] }
}

const read = (config: string): Configuration => unstable_readConfig({ config })
const app = read('wrangler.toml')
const jobs = read('wrangler.jobs.toml')
const reader = read('wrangler.reader.toml')

test('what the app queues, and what fails on every delivery, is taken by the Worker of the jobs alone', () => {
  const queues = jobs.queues.consumers!.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue ?? queue])
  expect(app.queues.consumers ?? []).toEqual([])
  for (const { queue } of app.queues.producers!) expect(queues).toContain(queue)
  expect(new Set(queues)).toEqual(new Set(jobs.queues.consumers!.map(({ queue }) => queue)))
})

test('the jobs reach each object of the app', () => {
  const objects = app.durable_objects.bindings.map((binding) => ({ ...binding, script_name: app.name }))
  expect(jobs.durable_objects.bindings).toEqual(objects)
})

test('the reader is bound to the app, and reaches nothing itself', () => {
  expect(app.services).toMatchObject([{ binding: 'READER', service: reader.name }])
  const { vars, d1_databases, r2_buckets, services, durable_objects, queues } = reader
  expect({ vars, d1_databases, r2_buckets, services }).toEqual({
    vars: {},
    d1_databases: [],
    r2_buckets: [],
    services: [],
  })
  expect([durable_objects.bindings, queues.producers ?? [], queues.consumers ?? []]).toEqual([[], [], []])
})

test('new code waits while an object is at work, longer than an answer of ten minutes', () => {
  const { mode, max_delay } = app.durable_objects.code_update_strategy!
  expect(mode).toBe('deferred')
  expect(max_delay).toBeGreaterThan(10 * 60)
})
