import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './environment.ts'
import { binOf, root } from './packages.ts'
import { freePort } from './ports.ts'
import { type LogTarget, type Running, start } from './processes.ts'
import { run } from './run.ts'
import { answers, waitFor } from './wait-for.ts'
import { unresponsivenessOf, until } from './watch.ts'

/** What a document may take before the reader is ended, as the platform would: milliseconds without an answer, and bytes. */
const limits = { idleTimeoutMs: 30_000, memory: 1024 ** 3 }

const startLimit = 60_000

/** The Worker's name, under which the app finds it in the registry. */
const workerName = 'recursive-agent-reader'

export interface ReaderOptions {
  env: Environment
  /** Where Wrangler notes which Workers run; that of the app. */
  registry: string
  /** Where Wrangler keeps what it needs: it would keep it beside the build, which two products may share. */
  state: string
  log: LogTarget
}

/**
 * Starts the Worker that reads documents, in a process of its own, since nothing within workerd ends a parser that does not
 * end by itself. Whenever it does not answer for too long, takes too much memory or is gone, it is ended and started again;
 * the calls that it was answering fail, and the app decides what becomes of the documents.
 * @param cleanup receives what stops it for good
 * @returns when it answers
 */
export async function startReader(options: ReaderOptions, cleanup: AsyncDisposableStack): Promise<void> {
  const stopped = new AbortController()
  const { log } = options
  const tell = (text: string) => (typeof log === 'string' ? console.error(text) : log(text, 'stderr'))
  let reader = await launch(options)
  cleanup.defer(async () => {
    stopped.abort()
    await reader.process.stop()
  })
  const keep = async () => {
    for (;;) {
      const why = await reasonToEnd(reader, stopped.signal)
      if (!why) return
      tell(`The document reader ${why}; it starts again.`)
      await reader.process.kill()
      // A process that was killed leaves its entry, which would keep the next one out for minutes.
      rmSync(join(options.registry, workerName), { force: true })
      if (stopped.signal.aborted) return
      reader = await launch(options)
    }
  }
  keep().catch((error: Error) => tell(`The document reader does not start again: ${error.message}`))
}

interface Reader {
  process: Running
  url: string
}

async function launch({ env, state, log }: ReaderOptions): Promise<Reader> {
  const [port, inspectorPort] = [await freePort(), await freePort()]
  const process = start({
    name: 'The document reader',
    file: binOf('wrangler'),
    args: [
      'dev',
      '--config=dist/reader/wrangler.json',
      '--ip=127.0.0.1',
      `--port=${port}`,
      `--inspector-port=${inspectorPort}`,
      `--persist-to=${state}`,
      '--show-interactive-dev-session=false',
      '--log-level=warn',
    ],
    cwd: root,
    env,
    log,
    append: true,
  })
  const url = `http://127.0.0.1:${port}/`
  const ready = waitFor('The document reader does not answer', startLimit, () => answers(url))
  await Promise.race([ready, process.failed])
  return { process, url }
}

/** Resolves, with the end of a sentence, once a reader has to be ended; with nothing once it is stopped for good. */
async function reasonToEnd({ process, url }: Reader, stopped: AbortSignal): Promise<string | undefined> {
  const settled = new AbortController()
  const over = AbortSignal.any([stopped, settled.signal])
  try {
    return await Promise.race([
      process.failed.catch(() => 'has ended'),
      until(over, unresponsivenessOf(url, limits.idleTimeoutMs)),
      until(over, growthOf(process.pid)),
    ])
  } finally {
    settled.abort()
  }
}

function growthOf(group: number) {
  return async () => {
    const bytes = await memoryOf(group)
    return bytes > limits.memory ? `took ${Math.round(bytes / 1024 ** 2)} MB` : undefined
  }
}

/** Resident bytes of the largest workerd of a process group; 0 where the system has no `ps`. */
async function memoryOf(group: number): Promise<number> {
  const { output } = await run('ps', ['-A', '-o', 'pgid=,rss=,comm='])
  const sizes = [...output.matchAll(/^ *(\d+) +(\d+) .*workerd/gm)]
    .filter(([, pgid]) => Number(pgid) === group)
    .map(([, , kilobytes]) => Number(kilobytes) * 1024)
  return Math.max(0, ...sizes)
}
