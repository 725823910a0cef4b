import type { Counts } from './counts.ts'

/** Microseconds between two samples. */
const interval = 2000
/** What is not work of the Worker. */
const idle = new Set(['(root)', '(idle)', '(program)'])

const workers = {
  'recursive-agent-platform': 'front',
  'recursive-agent-jobs': 'jobs',
  'recursive-agent-reader': 'reader',
}

/** Samples each Worker by its inspector; the result ends it, and gives the milliseconds in which each did something. */
export async function profile(port: number): Promise<() => Promise<Counts>> {
  const listed = await fetch(`http://127.0.0.1:${port}/json`)
  const targets = (await listed.json()) as { id: string; webSocketDebuggerUrl: string }[]
  const running = Object.entries(workers).map(async ([worker, name]) => {
    const target = targets.find(({ id }) => id.endsWith(worker))
    if (!target) throw new Error(`the inspector knows no Worker ${worker}, but ${targets.map(({ id }) => id).join()}`)
    const session = await connect(target.webSocketDebuggerUrl)
    await session.call('Profiler.enable')
    await session.call('Profiler.setSamplingInterval', { interval })
    await session.call('Profiler.start')
    return { name, session }
  })
  const sessions = await Promise.all(running)
  return async () => {
    const counts = sessions.map(async ({ name, session }) => {
      const { profile } = (await session.call('Profiler.stop')) as { profile: Profile }
      session.close()
      return [`${name}.cpu`, millisecondsOf(profile)] as const
    })
    return Object.fromEntries(await Promise.all(counts))
  }
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string } }[]
  samples: number[]
  /** Microseconds since the sample before. */
  timeDeltas: number[]
}

function millisecondsOf({ nodes, samples, timeDeltas }: Profile): number {
  const resting = new Set(nodes.filter(({ callFrame }) => idle.has(callFrame.functionName)).map(({ id }) => id))
  const worked = timeDeltas.filter((_, index) => !resting.has(samples[index]!))
  return worked.reduce((sum, microseconds) => sum + microseconds, 0) / 1000
}

async function connect(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    waiting.get(id)?.(result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let last = 0
  return {
    call: (method: string, params = {}) =>
      new Promise<unknown>((resolve) => {
        waiting.set(++last, resolve)
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.close(),
  }
}
