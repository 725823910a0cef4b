import { inspect } from '../inspector.ts'
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
  const running = Object.entries(workers).map(async ([worker, name]) => {
    const session = await inspect(port, worker)
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
