import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { Problem } from './problem.ts'

/** Both, since `localhost` may mean either in a browser. */
const loopbacks = ['127.0.0.1', '::1']

/**
 * Makes sure that nothing listens on a port.
 * @param variable the environment variable that chooses the port
 * @throws a {@link Problem} that names the port and the variable
 */
export async function requireFree(port: number, variable: string): Promise<void> {
  for (const host of loopbacks) {
    const code = await tryToListen(port, host)
    if (code === 'EADDRINUSE') throw new Problem(`Port ${port} is taken; set ${variable} to a free one.`)
    if (code === 'EACCES') throw new Problem(`Port ${port} needs more rights; set ${variable} to one above 1023.`)
  }
}

/**
 * A port that is free now, and stays so until it is used: from below those that systems hand out by themselves, where any
 * connection could take it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const codes = await Promise.all(loopbacks.map((host) => tryToListen(port, host)))
    if (!codes.includes('EADDRINUSE')) return port
  }
}

/** The code of the error that listening meets; undefined when it works. A machine may lack one of the loopbacks. */
function tryToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

/** Has a server listen, on a free port for 0. @throws what keeps it from that */
export const listen = (server: Server, port: number, host = '127.0.0.1'): Promise<void> =>
  new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, host, resolve)
  })
