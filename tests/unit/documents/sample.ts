import { readFileSync } from 'node:fs'

/** The bytes of a document in samples/. */
export function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../samples/${name}`, import.meta.url)))
}
