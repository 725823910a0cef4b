import type { Counts } from './counts.ts'

/** What the platform takes for a unit beyond what is included in a month, in dollars. */
interface Price {
  /** What is counted, as the bill has it. */
  of: string
  /** How many of them one of these counts is; a count that is not named is free. */
  from: (counts: Counts) => number
  included: number
  each: number
}

const million = 1_000_000
const gigabyte = 1_000_000_000
const objects = ['member', 'organization', 'library', 'analysis']
const sum = (counts: Counts, ...names: string[]) => names.reduce((all, name) => all + (counts[name] ?? 0), 0)
const ofObjects = (counts: Counts, ...names: string[]) =>
  sum(counts, ...objects.flatMap((object) => names.map((name) => `${object}.${name}`)))

/** Bytes that an event of the platform's log, and a span of a trace, is taken to have besides what is written: not measured. */
const eventBytes = 2000
const spanBytes = 1000
/** Milliseconds that an object is taken to be busy with a call besides those measured: here most calls take less than one. */
const callMilliseconds = 10
/** The part of requests that is traced (`head_sampling_rate`). */
const traced = 0.1

/** Every call of a Worker or an object is an event in the log, besides the lines that it writes. */
const invocations = (counts: Counts) =>
  sum(counts, 'front.requests', 'jobs.requests', 'reader.calls') + ofObjects(counts, 'requests', 'alarms')

const spans = (counts: Counts) =>
  invocations(counts) + sum(counts, 'd1.trips', 'storage.calls', 'r2.class_a', 'r2.class_b', 'queue.messages')

const observed = (counts: Counts) =>
  (invocations(counts) + sum(counts, 'log.lines')) * eventBytes +
  sum(counts, 'log.bytes') +
  spans(counts) * traced * spanBytes

/** Dollars a month of Workers Paid, with which all below is included. */
export const subscription = 5

/**
 * List prices of Workers Paid and R2, from developers.cloudflare.com as its repository had them in November 2026; those of logs and traces
 * as they are from the 1st of December 2026.
 */
export const prices: Price[] = [
  {
    of: 'Workers: requests',
    from: (counts) => sum(counts, 'front.requests', 'jobs.requests'),
    included: 10 * million,
    each: 0.3 / million,
  },
  {
    of: 'Workers: CPU, ms',
    from: (counts) => sum(counts, 'front.cpu', 'jobs.cpu', 'reader.cpu'),
    included: 30 * million,
    each: 0.02 / million,
  },
  {
    of: 'objects: requests',
    from: (counts) => ofObjects(counts, 'requests', 'alarms'),
    included: million,
    each: 0.15 / million,
  },
  {
    of: 'objects: duration, GB-s',
    from: (counts) =>
      ((ofObjects(counts, 'milliseconds') + ofObjects(counts, 'requests', 'alarms') * callMilliseconds) / 1000) * 0.128,
    included: 400_000,
    each: 12.5 / million,
  },
  {
    of: 'objects: rows read',
    from: (counts) => ofObjects(counts, 'rows_read'),
    included: 25_000 * million,
    each: 0.001 / million,
  },
  {
    of: 'objects: rows written',
    from: (counts) => ofObjects(counts, 'rows_written'),
    included: 50 * million,
    each: 1 / million,
  },
  { of: 'objects: stored, GB', from: (counts) => ofObjects(counts, 'bytes') / gigabyte, included: 5, each: 0.2 },
  {
    of: 'D1: rows read',
    from: (counts) => sum(counts, 'd1.rows_read'),
    included: 25_000 * million,
    each: 0.001 / million,
  },
  {
    of: 'D1: rows written',
    from: (counts) => sum(counts, 'd1.rows_written'),
    included: 50 * million,
    each: 1 / million,
  },
  { of: 'D1: stored, GB', from: (counts) => sum(counts, 'd1.bytes') / gigabyte, included: 5, each: 0.75 },
  { of: 'R2: class A operations', from: (counts) => sum(counts, 'r2.class_a'), included: million, each: 4.5 / million },
  {
    of: 'R2: class B operations',
    from: (counts) => sum(counts, 'r2.class_b'),
    included: 10 * million,
    each: 0.36 / million,
  },
  { of: 'R2: stored, GB', from: (counts) => sum(counts, 'r2.bytes') / gigabyte, included: 10, each: 0.015 },
  // A message is written, read and deleted.
  {
    of: 'Queues: operations',
    from: (counts) => 3 * sum(counts, 'queue.messages'),
    included: million,
    each: 0.4 / million,
  },
  { of: 'logs and traces, GB', from: (counts) => observed(counts) / gigabyte, included: 50, each: 0.25 },
]

/** How often a person does each of the things that were measured, in a month. */
export type Use = Record<string, number>

/** What was stored stays: the bill of a month has that of all months before. */
const isStored = (name: string) => name.endsWith('.bytes') && !name.startsWith('log.')

/** What so many people use in a month: of what is stored, that of so many months. */
export function usedBy(people: number, use: Use, units: Record<string, Counts>, months: number): Counts {
  const used: Counts = {}
  for (const [unit, times] of Object.entries(use))
    for (const [name, each] of Object.entries(units[unit] ?? {}))
      used[name] = (used[name] ?? 0) + each * times * people * (isStored(name) ? months : 1)
  return used
}

/** The bill of a month: how much of each, and what it costs beyond what is included. */
export const billOf = (used: Counts) =>
  prices.map(({ of, from, included, each }) => {
    const amount = from(used)
    return { of, amount, dollars: Math.max(0, amount - included) * each }
  })
