import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { customType } from 'drizzle-orm/sqlite-core'
import type { Reference } from '~/contract/chat.ts'

/** Texts and sources are most of what a member's database holds: they are compressed, where that makes them shorter. */

/** What a column of packed text has. */
export type Packed = string | ArrayBuffer | Uint8Array

/** Characters from which on compression makes a text shorter. */
const worthPacking = 200

/** A text as SQLite gave it, in queries that are written by hand. */
export const unpacked = (stored: Packed): string =>
  typeof stored === 'string' ? stored : inflateRawSync(new Uint8Array(stored)).toString()

const packed = (text: string): Packed =>
  text.length < worthPacking ? text : Uint8Array.from(deflateRawSync(text.toWellFormed()))

export const packedText = customType<{ data: string; driverData: Packed }>({
  dataType: () => 'blob',
  toDriver: packed,
  fromDriver: unpacked,
})

export const packedSources = customType<{ data: Reference[]; driverData: Packed }>({
  dataType: () => 'blob',
  toDriver: (sources) => packed(JSON.stringify(sources)),
  fromDriver: (stored) => JSON.parse(unpacked(stored)) as Reference[],
})
