import { request } from 'node:http'

/** A call of the API as it goes over the line. */
export interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/** Milliseconds between the halves of a body. */
const pause = 10

/**
 * Calls, and resets the connection (RST) so many milliseconds later, wherever the call is then; a call that is done by then was not
 * reset. A body goes in two halves. Resolves when the connection is gone.
 */
export function callAndReset(url: string, { method, path, headers, body }: Sent, after: number): Promise<void> {
  const call = request(url + path, {
    method,
    agent: false,
    headers: { 'x-slow': '1', ...headers, ...(body && { 'content-length': body.length }) },
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  call.on('error', () => {})
  call.on('response', (response) => response.on('error', () => {}).resume())
  call.on('close', resolve)
  call.on('socket', (socket) => {
    const timer = setTimeout(() => socket.resetAndDestroy(), after)
    call.on('close', () => clearTimeout(timer))
  })
  if (!body) call.end()
  else {
    const half = Math.ceil(body.length / 2)
    call.write(body.subarray(0, half))
    setTimeout(() => call.destroyed || call.end(body.subarray(half)), pause)
  }
  return promise
}
