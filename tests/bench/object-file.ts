import { createHash, createHmac } from 'node:crypto'
import { join } from 'node:path'

/**
 * Where workerd keeps the SQLite file of an object that is found by its name, in the state of a Worker that has no name of its
 * own: the class is the directory, and the id is derived as its local Durable Objects do it.
 */
export function objectFile(state: string, className: string, name: string): string {
  const uniqueKey = `-${className}`
  const key = createHash('sha256').update(uniqueKey).digest()
  const hmacOf = (content: string | Buffer) => createHmac('sha256', key).update(content).digest().subarray(0, 16)
  const base = hmacOf(name)
  const id = Buffer.concat([base, hmacOf(base)]).toString('hex')
  return join(state, 'do', uniqueKey, `${id}.sqlite`)
}
