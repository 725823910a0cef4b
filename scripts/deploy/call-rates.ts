import { createHash } from 'node:crypto'

/**
 * Cloudflare's limiters, by which a deployment keeps floods out (`app/provider/request/call-rates.ts`): calls a minute, counted in each of
 * its places for itself. Many people may share an address, all of an organisation behind one, say; nobody works as fast as an account may.
 *
 * @param suffix of the environment's names: each counts for itself
 */
export const callRates = (suffix: string) => [
  { name: 'CALLS_BY_ADDRESS', namespace_id: idOf(`address${suffix}`), simple: { limit: 100_000, period: 60 } },
  { name: 'CALLS_BY_ACCOUNT', namespace_id: idOf(`account${suffix}`), simple: { limit: 1200, period: 60 } },
]

/** Namespaces are numbers that an account of Cloudflare shares among all its Workers. */
const idOf = (name: string): string =>
  String(createHash('sha256').update(`recursive-agent-platform ${name}`).digest().readUInt32BE() % 2 ** 31)
