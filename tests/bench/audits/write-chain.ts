import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { sha256 } from '~/provider/objects/sha256.ts'
import { type ChainEntry, firstHash, hashOf, storedColumns } from '~/provider/organization/chain-entry.ts'
import type { Organization } from '~/provider/organization/chain.ts'
import { packLines, putSegment, segmentKey } from '~/provider/organization/segment.ts'
import { organizationTables } from '~/provider/organization/tables.ts'
import { lineOf, newSalt } from '~/provider/organization/text-line.ts'
import { compatibility } from '../workers.ts'

export interface Chain {
  state: string
  /** The SQLite file of the organisation's object. */
  file: string
  organization: Organization
  /** Each user has a hundred of them and each conversation ten. */
  rows: number
}

/** Days over which the requests are spread, from 2026-01-01 on. */
const days = 100
const segmentRows = 1000

/** Writes an organisation's object and its sealed segments as appending and sealing would have left them. */
async function writeChain({ state, file, organization, rows }: Chain): Promise<void> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...compatibility,
      modules: true,
      script: '',
      r2Buckets: ['FILES'],
      resourcePersistencePath: state,
    }),
  )
  const bucket = (await miniflare.getR2Bucket('FILES')) as unknown as R2Bucket
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
  database.exec('CREATE TABLE migrations (number INTEGER PRIMARY KEY)')
  for (const [index, tables] of organizationTables.entries()) {
    database.exec(tables)
    database.prepare('INSERT INTO migrations VALUES (?)').run(index)
  }
  const { id, key } = organization
  database.prepare('INSERT INTO organization VALUES (?, ?)').run(id, key)
  database.prepare("INSERT INTO counts VALUES ('request', ?)").run(rows)
  database.prepare("INSERT INTO metrics VALUES ('questions', 'year', '2026', ?)").run(rows)

  const columns = [...storedColumns, 'number', 'text_size'] as const
  const insertion = database.prepare(
    `INSERT INTO audits (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const segments = database.prepare('INSERT INTO segments (number, first, last, sha256, blocks) VALUES (?, ?, ?, ?, ?)')
  let head = firstHash
  for (let first = 1; first <= rows; first += segmentRows) {
    const last = Math.min(rows, first + segmentRows - 1)
    const lines: { seq: number; line: string }[] = []
    let firstOf = ''
    database.exec('BEGIN')
    for (let seq = first; seq <= last; seq++) {
      const line = lineOf({ seq, salt: newSalt(), question: 'What do the rules say?', answer, files: [], refs: [] })
      const entry = entryOf(organization, seq, rows, { text_digest: sha256(line), previous_hash: head })
      head = hashOf(entry)
      firstOf ||= head
      lines.push({ seq, line })
      const row = { ...entry, hash: head, number: seq, text_size: Buffer.byteLength(line) }
      insertion.run(...columns.map((column) => row[column]))
    }
    const { bytes, blocks } = await packLines(lines)
    const number = Math.ceil(first / segmentRows)
    const hash = sha256(bytes)
    const ends = { first: String(first), last: String(last), first_hash: firstOf, last_hash: head }
    await putSegment(bucket, segmentKey(key, number), { bytes, metadata: { ...ends, sha256: hash } })
    segments.run(number, first, last, hash, JSON.stringify(blocks))
    database.exec('COMMIT')
  }
  database.close()
  await miniflare.dispose()
}

const answer = 'They say a lot of holidays, of which there are twenty in a year.'

function entryOf(
  { id }: Organization,
  seq: number,
  rows: number,
  chained: Pick<ChainEntry, 'text_digest' | 'previous_hash'>,
): Omit<ChainEntry, 'hash'> {
  const user = (seq % (rows / 100)) + 1
  const created_at = new Date(Date.UTC(2026) + Math.floor(((seq - 1) * days * 86_400) / rows) * 1000).toISOString()
  return {
    organization_id: id,
    seq,
    kind: 'request',
    source: `answer:${user}:${seq}`,
    user_id: user,
    user_email: 'person@example.com',
    created_at,
    day: created_at.slice(0, 10),
    conversation_id: Math.floor(seq / 10),
    status: 'completed',
    error_code: null,
    pipeline: 'chat_ai',
    model: 'small',
    execution_time: 1.5,
    input_tokens: 100,
    output_tokens: 200,
    action: null,
    target: null,
    details: null,
    ...chained,
    api_key: null,
  }
}

process.on('message', async (chain: Chain) => {
  await writeChain(chain)
  process.disconnect?.()
})
