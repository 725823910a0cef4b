import { median } from '../../bench/median.ts'
import { type Machine, startMachine } from '../killing/machine.ts'
import { type Read, readAnswer } from '../loading/stream.ts'
import { memory, processorTime } from '../loading/workerd.ts'
import type { Fault, Outcome } from '../fault.ts'

/** Members who ask without a pause, and readers of each answer beside its asker. */
const streams = 200
const readers = 10
/** Milliseconds between two lines of the model. */
const pause = 200
/** Answers that are asked alone. */
const alone = 10
const aMinute = 60_000

/** Nobody is refused, cut off or told anything twice then. A try is a minute; what it costs is in the notes. */
export const fault: Fault = {
  name: `${streams} streams with ${streams * readers} readers`,
  tries: 3,
  async run({ tries }) {
    await using cleanup = new AsyncDisposableStack()
    const machine = await startMachine(cleanup, pause)
    const askers = await invite(machine)
    const before = memory()
    const single: Read[] = []
    for (let number = 0; number < alone; number++) single.push(...(await answer(machine, askers[number]!, 0)))

    let peak = 0
    const watch = setInterval(() => (peak = Math.max(peak, memory())), 1000)
    const [began, used] = [performance.now(), processorTime()]
    const end = Date.now() + tries * aMinute
    const all = await Promise.all(
      askers.map(async (token, number) => {
        // Not all begin in the same moment.
        await new Promise((resolve) => setTimeout(resolve, (number / streams) * 10_000))
        const reads: Read[][] = []
        while (Date.now() < end) reads.push(await answer(machine, token, readers))
        return reads
      }),
    )
    const seconds = (performance.now() - began) / 1000
    const share = (processorTime() - used) / seconds
    clearInterval(watch)
    await new Promise((resolve) => setTimeout(resolve, aMinute))
    const after = memory()
    await machine.stop()

    const answers = all.flat()
    const reads = answers.flat()
    const outcome: Outcome = { tries: reads.length, lost: 0, doubled: 0, stuck: 0, leaked: 0 }
    for (const read of reads) {
      outcome.lost += read.lost
      outcome.doubled += read.doubled
      if (read.failed) outcome.stuck += 1
    }
    const first = median(answers.map(([asker]) => asker!.firstWord))
    const one = median(single.map(({ firstWord }) => firstWord))
    outcome.notes = [
      `${answers.length} answers to ${reads.length} readers in ${seconds.toFixed(0)} s`,
      `first word ${one.toFixed(0)} ms alone, ${first.toFixed(0)} ms among ${streams}: × ${(first / one).toFixed(2)}`,
      `workerd took ${share.toFixed(2)} processors`,
      `memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most, ${after.toFixed(0)} a minute after`,
      ...Object.entries(Object.groupBy(reads, ({ failed }) => failed ?? '')).flatMap(([failed, those]) =>
        failed ? [`${those!.length} × ${failed}`] : [],
      ),
    ]
    return outcome
  },
}

/** Makes members who ask, and gives their tokens. */
async function invite(machine: Machine): Promise<string[]> {
  const people = Array.from({ length: streams }, (_, number) => ({ email: `load-${number}@example.com`, role: 'user' }))
  const response = await fetch(`${machine.url}/web/v1/users/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await machine.tokenOf('admin@example.com')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(people),
  })
  if (!response.ok) throw new Error(`the import answers ${response.status}: ${await response.text()}`)
  return Promise.all(people.map(({ email }) => machine.tokenOf(email)))
}

/** An answer as its asker has it, and as so many others do who come as soon as it has begun. */
async function answer({ url }: Machine, token: string, others: number): Promise<Read[]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ query: 'script:lines', pipeline: 'chat_ai', background: true })
  const { promise: conversation, resolve } = Promise.withResolvers<number | undefined>()
  const asked = readAnswer(fetch(`${url}/web/v1/chat`, { method: 'POST', headers, body }), resolve)
  void asked.then(() => resolve(undefined))
  const id = await conversation
  if (id === undefined) return [await asked]
  const follow = () => readAnswer(fetch(`${url}/web/v1/chat/${id}/stream`, { headers }))
  return Promise.all([asked, ...Array.from({ length: others }, follow)])
}
