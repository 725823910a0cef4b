import { setTimeout } from 'node:timers/promises'
import { median } from '../../bench/median.ts'
import type { Answers } from '../loading/crowd.ts'
import { isGrowing } from '../loading/is-growing.ts'
import { startLoaded } from '../loading/product.ts'
import type { Fault, Outcome } from '../fault.ts'

/** Members each of whom always has an answer, and readers of each beside its asker. */
const streams = 200
const readers = 10
/** An answer at a pace of real models: 25 seconds of twenty tokens each. */
const usual = { length: 500, pace: 50 }
/** Answers that are asked for alone, and short, since their first words count. */
const alone = { members: 1, readers: 0, length: 10, pace: 33, lasts: 10_000 }
/** How much later than alone, on what is left of the thread, the first word may come. */
const later = 2
/** More of it is not taken for busy, or any wait would do. */
const busiest = 0.9
/** What may be held a minute after beside what was held before. */
const bound = (before: number, more: number) => before * 1.25 + more
const aMinute = 60_000

/**
 * Nobody is refused, cut off or told anything twice; the first word comes at most twice as late as alone on the same share of the
 * machine; and a minute later nothing is held that was not before. A try is a minute.
 *
 * The share: all that is local runs in one thread of workerd. Where it is busy for two thirds of the time, one stream alone that had but
 * the rest would get its first word three times as late.
 *
 * Memory: of the heap, what is there before anybody comes. Of the process, what it has a minute after everybody has once had an answer,
 * and more only where it grew to the end: what members' objects keep fills for some minutes, a leak goes on. Fewer minutes than six
 * could not tell the two apart.
 */
export const fault: Fault = {
  name: `${streams} streams with ${streams * readers} readers`,
  tries: 6,
  async run({ tries }) {
    await using cleanup = new AsyncDisposableStack()
    const product = await startLoaded(streams, cleanup)
    await product.gather({ ...alone, lasts: 3000 })
    const fresh = await product.held()
    const once = firstWordOf(await product.gather(alone))
    const warming = await product.gather({ members: streams, readers, ...usual, lasts: 0 })
    await setTimeout(aMinute)
    const before = await product.held()

    const memory: number[] = []
    const watch = setInterval(() => memory.push(product.memory() / 1024 / 1024), 1000)
    const [began, thread] = [performance.now(), product.thread()]
    const answers = await product.gather({ members: streams, readers, ...usual, lasts: tries * aMinute })
    clearInterval(watch)
    const passed = performance.now() - began
    const { worked, waited } = product.thread()
    const [busy, waiting] = [(worked - thread.worked) / passed, (waited - thread.waited) / passed]
    await setTimeout(aMinute)
    const after = await product.held()

    const minutes = Array.from(
      { length: tries },
      (_, minute) => median(memory.slice(minute * 60, minute * 60 + 60)) ?? NaN,
    )
    const outcome = outcomeOf([...warming, ...answers])
    const first = firstWordOf(answers)
    const share = 1 - Math.min(busy + waiting, busiest)
    if (!(first <= later * (once / share))) outcome.stuck += 1
    if (after.heap > bound(fresh.heap, 16)) outcome.leaked += 1
    if (after.resident > bound(before.resident, 64) && isGrowing(before.resident, minutes)) outcome.leaked += 1
    const held = (name: string, { heap, resident }: typeof after) =>
      `${name} ${heap.toFixed(0)} MB of heap, ${resident.toFixed(0)} in all`
    outcome.notes = [
      `${answers.length} answers in ${(passed / 1000).toFixed(0)} s`,
      `first word ${once.toFixed(0)} ms alone, ${first.toFixed(0)} among ${streams}: × ${(first / once).toFixed(1)}, on the same share × ${((first / once) * share).toFixed(1)}`,
      `the thread worked ${percent(busy)} and waited for others on the machine ${percent(waiting)} of the time`,
      `${held('fresh', fresh)}; ${held('before', before)}; ${held('after', after)}`,
      `in all, minute by minute: ${minutes.map((minute) => minute.toFixed(0)).join(', ')} MB`,
      ...(outcome.notes ?? []),
    ]
    return outcome
  },
}

/** What came wrong to readers. */
function outcomeOf(answers: Answers): Outcome {
  const reads = answers.flat()
  const outcome: Outcome = { tries: reads.length, lost: 0, doubled: 0, stuck: 0, leaked: 0 }
  for (const read of reads) {
    outcome.lost += read.lost
    outcome.doubled += read.doubled
    if (read.failed) outcome.stuck += 1
  }
  const failures = Object.entries(Object.groupBy(reads, ({ failed }) => failed ?? ''))
  outcome.notes = failures.flatMap(([failed, those]) => (failed ? [`${those!.length} × ${failed}`] : []))
  return outcome
}

/** The median of those that came. */
const firstWordOf = (answers: Answers) =>
  median(answers.map(([asker]) => asker!.firstWord).filter((firstWord) => firstWord > 0)) ?? NaN

const percent = (share: number) => `${(share * 100).toFixed(0)} %`
