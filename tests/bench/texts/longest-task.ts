import type { Browser } from 'playwright'

/** The longest task of a page, in milliseconds. */
export interface LongestTask {
  /** Of the processor: other load on the machine hardly counts. */
  cpu: number
  /** Of the clock. */
  wall: number
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of the clock and of the processor; some tasks have none. */
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** The longest task of the pages' main threads while something is done. */
export async function longestTask(browser: Browser, act: () => Promise<void>): Promise<LongestTask> {
  await browser.startTracing(undefined, { categories: ['toplevel'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && main.has(threadOf(event)))
  const longest = (time: 'dur' | 'tdur') => Math.round(Math.max(0, ...tasks.map((task) => task[time] ?? 0)) / 1000)
  return { cpu: longest('tdur'), wall: longest('dur') }
}
