import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { relative } from 'node:path'
import type { Environment } from './environment.ts'
import { root } from './packages.ts'
import { Problem } from './problem.ts'
import { dieWithParent } from './run.ts'

/** How long a process may take to end before it is killed, in milliseconds. */
const grace = 5_000

export interface StartOptions {
  /** As it appears in messages: `the app`. */
  name: string
  /** A JavaScript file, run by the Node that runs this. */
  file: string
  args: string[]
  env: Environment
  cwd: string
  /** Where its output goes: into a new file, or at the end of the one that is there. */
  log: string
  append?: boolean
}

/** A process that runs beside this one. */
export interface Running {
  /** Its id, which is that of its group too. */
  pid: number
  /** Rejects with a {@link Problem} when the process ends without being stopped; never resolves. */
  failed: Promise<never>
  /** Ends it and every process that it started; resolves when it is gone. */
  stop: () => Promise<void>
  /** The same at once, without asking it. */
  kill: () => Promise<void>
}

/** Starts a process in a group of its own, so that Ctrl-C reaches only us and we choose the order of stopping. */
export function start({ name, file, args, env, cwd, log, append }: StartOptions): Running {
  const child = spawn(process.execPath, [...dieWithParent, file, ...args], {
    env: env as NodeJS.ProcessEnv,
    cwd,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = createWriteStream(log, { flags: append ? 'a' : 'w' })
  child.stdout?.pipe(output, { end: false })
  child.stderr?.pipe(output, { end: false })

  let stopping = false
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  const failed = ended.then((how) => {
    if (!stopping) throw new Problem(`${name} ended (${how}); see ${relative(root, log)}.`)
    return new Promise<never>(() => {})
  })
  // Whoever waits for it sees the rejection; while nobody does, it must not end this process.
  failed.catch(() => {})

  const end = async (grace: number) => {
    stopping = true
    if (grace > 0) signal(child, 'SIGTERM')
    const timer = setTimeout(() => signal(child, 'SIGKILL'), grace)
    await ended
    clearTimeout(timer)
    // What it started may outlive it.
    signal(child, 'SIGKILL')
    output.end()
  }
  return { pid: child.pid ?? 0, failed, stop: () => end(grace), kill: () => end(0) }
}

function signal(child: ChildProcess, name: NodeJS.Signals) {
  try {
    if (process.platform === 'win32') child.kill(name)
    else if (child.pid) process.kill(-child.pid, name)
  } catch {
    // It is already gone.
  }
}
