import { spawn, type StdioOptions } from 'node:child_process'
import { join } from 'node:path'
import type { Environment } from './environment.ts'

/** Loaded into every Node process that we start, so that none outlives us, however we end. */
export const dieWithParent = ['--require', join(import.meta.dirname, 'die-with-parent.cjs')]

/** How a command ended; `code` is null when it was killed or could not be started. */
export interface Ended {
  code: number | null
  output: string
}

export interface RunOptions {
  env?: Environment
  cwd?: string
  /** Gives up after this many milliseconds. */
  timeout?: number
  /** Ends the command. */
  signal?: AbortSignal
  /** A descriptor to read from, instead of nothing. */
  stdin?: number
  /** Shows the output as it comes instead of collecting it. */
  show?: boolean
}

/** Runs a command to its end. Never throws: a command that cannot be started ends with code null. */
export const run = (command: string, args: string[], options?: RunOptions): Promise<Ended> =>
  ended(command, args, options)

/** Runs a script, such as a package's command, with the Node that runs this. */
export const runNode = (file: string, args: string[], options?: RunOptions): Promise<Ended> =>
  ended(process.execPath, [...dieWithParent, file, ...args], options, ['ipc'])

function ended(
  command: string,
  args: string[],
  { env = process.env, cwd, timeout, signal, show, stdin }: RunOptions = {},
  channel: ['ipc'] | [] = [],
): Promise<Ended> {
  return new Promise((resolve) => {
    const stdio: StdioOptions = show
      ? ['inherit', 'inherit', 'inherit', ...channel]
      : [stdin ?? 'ignore', 'pipe', 'pipe', ...channel]
    const child = spawn(command, args, { env: env as NodeJS.ProcessEnv, cwd, timeout, signal, stdio })
    let output = ''
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
