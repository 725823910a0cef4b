import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from 'miniflare'

/** A Worker in workerd, without the proxies of `wrangler dev`. */
export interface RunningWorker {
  url: string
  miniflare: Miniflare
  /** Milliseconds of processor time that workerd has used so far. */
  cpu: () => number
  /** Runs work, and gives by how many bytes workerd's resident memory grew in it at most. */
  growth: (work: () => Promise<unknown>) => Promise<number>
  /** Bytes that it has in memory now. */
  memory: () => number
  /** Milliseconds in which its one thread has worked, and in which it could have but for others on the machine. */
  thread: () => { worked: number; waited: number }
  stop: () => Promise<void>
}

export const compatibility = {
  compatibilityDate: '2026-10-01',
  compatibilityFlags: ['nodejs_compat', 'enable_request_signal'],
}

/**
 * Starts a Worker in a workerd of its own.
 * @param options.heap megabytes that V8 may use for one isolate; where they are not given, it lets garbage lie as long as
 *   the machine has memory
 */
export async function start({ heap, ...options }: V4MiniflareOptions & { heap?: number }) {
  const before = new Set(workerds())
  if (heap !== undefined) process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${heap}`
  const miniflare = new Miniflare(convertV4MiniflareOptions(options))
  const url = (await miniflare.ready).origin
  delete process.env.MINIFLARE_WORKERD_V8_FLAGS
  const pid = workerds().find((each) => !before.has(each))
  if (pid === undefined) throw new Error('workerd is not among the processes')
  return {
    url,
    miniflare,
    cpu: () => cpuOf(pid),
    growth: (work: () => Promise<unknown>) => growthOf(pid, work),
    memory: () => statusOf(pid, 'VmRSS'),
    thread: () => threadOf(pid),
    stop: () => miniflare.dispose(),
  }
}

const kinds = { '.js': 'ESModule', '.wasm': 'CompiledWasm' } as const

/** The modules of a Worker that was built into a directory. */
export const modulesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const kind = Object.entries(kinds).find(([ending]) => name.endsWith(ending))?.[1]
    return kind ? [{ type: kind, path: join(directory, name), contents: readFileSync(join(directory, name)) }] : []
  })

/** The processes named workerd that this one started. */
const workerds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, name, rest] = /\((.*)\) \S (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return name === 'workerd' && Number(rest?.split(' ')[0]) === process.pid
      } catch {
        return false
      }
    })

/** User and system time, in milliseconds; the kernel counts in ticks of 10. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Writing 5 to clear_refs sets the high-water mark to what is resident now (proc(5)). */
async function growthOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = statusOf(pid, 'VmHWM')
  await work()
  return statusOf(pid, 'VmHWM') - before
}

/** Resident memory, or its high-water mark, in bytes. */
const statusOf = (pid: number, name: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

/** Of its first thread, which is the one that runs all Workers; the kernel counts in nanoseconds. */
function threadOf(pid: number) {
  const [worked, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return { worked: Number(worked) / 1e6, waited: Number(waited) / 1e6 }
}
