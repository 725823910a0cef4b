import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Environment } from './environment.ts'
import { root } from './packages.ts'
import { Problem } from './problem.ts'
import { dieWithParent } from './run.ts'

/** How long a process may take to end before it is killed, in milliseconds. */
const grace = 5_000

/** Where the output of a process goes: into a file, or line by line to whoever writes the log. */
export type LogTarget = string | ((line: string, from: 'stdout' | 'stderr') => void)

export interface StartOptions {
  /** As it appears in messages: `the app`. */
  name: string
  /** A JavaScript file, run by the Node that runs this. */
  file: string
  args: string[]
  env: Environment
  cwd: string
  log: LogTarget
  /** At the end of the file that is there, instead of a new one. */
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
  const closeLog = collect(child, log, append)

  let stopping = false
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  const failed = ended.then((how) => {
    const where = typeof log === 'string' ? relative(root, log) : 'the log'
    if (!stopping) throw new Problem(`${name} ended (${how}); see ${where}.`)
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
    closeLog()
  }
  return { pid: child.pid ?? 0, failed, stop: () => end(grace), kill: () => end(0) }
}

/** Leads the output of a process to where it goes; returns what closes that. */
function collect({ stdout, stderr }: ChildProcess, log: LogTarget, append = false): () => void {
  if (typeof log !== 'string') {
    createInterface(stdout!).on('line', (line) => log(line, 'stdout'))
    createInterface(stderr!).on('line', (line) => log(line, 'stderr'))
    return () => {}
  }
  const file = createWriteStream(log, { flags: append ? 'a' : 'w' })
  stdout?.pipe(file, { end: false })
  stderr?.pipe(file, { end: false })
  return () => file.end()
}

function signal(child: ChildProcess, name: NodeJS.Signals) {
  try {
    if (process.platform === 'win32') child.kill(name)
    else if (child.pid) process.kill(-child.pid, name)
  } catch {
    // It is already gone.
  }
}
