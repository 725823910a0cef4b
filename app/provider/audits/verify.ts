import type { VerificationEvent, VerificationProblem } from '~/contract/audits.ts'
import { sha256 } from '~/provider/objects/sha256.ts'
import type { AuditRow, WholeRow } from '~/provider/organization/audit-list.ts'
import { type ChainEntry, firstHash, hashOf } from '~/provider/organization/chain-entry.ts'
import { type Segment, type SegmentMetadata, unpackLines } from '~/provider/organization/segment.ts'
import type { Tally } from '~/provider/organization/tally.ts'
import { textOf } from '~/provider/organization/text-line.ts'

/** An organisation's chain as a verification reads it; `rows` gives as many rows as fit into one call. */
export interface Chain {
  tally: () => Promise<Tally>
  rows: (first: number, last: number) => Promise<WholeRow[]>
  segment: (seq: number) => Promise<{ key: string; segment: Segment } | null>
}

/**
 * Verifies a chain, and yields how far it has come and each problem that it finds.
 *
 * It checks every row up to the head, the text of each row, and the segments that texts are sealed in. The hashes that R2 keeps
 * with a segment are compared as well: someone who rewrites the whole chain cannot rewrite those. Only the first row that is
 * altered, missing or out of place is reported, since the hashes of the rows after it prove nothing any more. At the end the
 * counters are compared, which shows whether rows were cut off from the end.
 */
export async function* verifyChain(chain: Chain, bucket: R2Bucket): AsyncGenerator<VerificationEvent, void> {
  const tally = await chain.tally()
  const walk = new Walk(tally.organizationId)
  let problems = 0
  function* report(found: VerificationProblem[]): Generator<VerificationEvent, void> {
    problems += found.length
    for (const problem of found) yield { type: 'problem', ...problem }
  }
  yield { type: 'progress', rows: 0, total: tally.rows }
  while (walk.rows < tally.rows) {
    const sealed = await chain.segment(walk.rows + 1)
    if (sealed) yield* report(await walk.openSegment(sealed, bucket))
    const last = Math.min(sealed?.segment.last ?? tally.rows, tally.rows)
    while (walk.rows < last) {
      const rows = await chain.rows(walk.rows + 1, last)
      yield* report(rows.length === 0 ? walk.skipTo(last) : rows.flatMap((row) => walk.check(row)))
      yield { type: 'progress', rows: walk.rows, total: tally.rows }
    }
  }
  yield* report(walk.compareCounts(tally))
  yield { type: 'end', rows: tally.rows, head: tally.head, problems }
}

/** The segment that the current rows' texts are sealed in. */
interface OpenSegment {
  segment: Segment
  /** The digests of its texts, by their rows; undefined where the segment is missing or altered. */
  digests: Map<number, string> | undefined
  metadata: Partial<SegmentMetadata>
}

/** Goes through a chain's rows in order, and keeps what the next row has to be compared with. */
class Walk {
  /** The last row that was checked. */
  rows = 0
  private head = firstHash
  private broken = false
  private readonly found = { request: 0, action: 0 }
  private sealed: OpenSegment | undefined

  constructor(private readonly organizationId: number) {}

  /** Reads the segment that the next rows' texts are sealed in. */
  async openSegment(
    { key, segment }: { key: string; segment: Segment },
    bucket: R2Bucket,
  ): Promise<VerificationProblem[]> {
    this.sealed = { segment, digests: undefined, metadata: {} }
    const at = { seq: segment.first }
    const object = await bucket.get(key)
    if (!object) return [{ code: 'segment_missing', ...at }]
    this.sealed.metadata = object.customMetadata ?? {}
    const bytes = await object.bytes()
    const hash = sha256(bytes)
    if (hash !== segment.sha256 || hash !== this.sealed.metadata.sha256) return [{ code: 'segment_altered', ...at }]
    this.sealed.digests = await digestsOf(bytes, segment)
    return []
  }

  check({ line, ...row }: WholeRow): VerificationProblem[] {
    const problems = [...this.checkHash(row), ...this.checkText(row, line), ...this.checkSealedHash(row)]
    this.found[row.kind]++
    this.rows = row.seq
    this.head = row.hash
    return problems
  }

  /** Goes on after `last`, where none of the rows up to it is there. */
  skipTo(last: number): VerificationProblem[] {
    const missing = this.missing()
    this.rows = last
    return missing
  }

  compareCounts({ counted, questions }: Tally): VerificationProblem[] {
    const { request, action } = this.found
    const agree = counted.request === request && counted.action === action && questions === request
    return agree ? [] : [{ code: 'counts_differ', seq: this.rows }]
  }

  private missing(): VerificationProblem[] {
    if (this.broken) return []
    this.broken = true
    return [{ code: 'row_missing', seq: this.rows + 1 }]
  }

  private checkHash(row: AuditRow): VerificationProblem[] {
    if (row.seq !== this.rows + 1) return this.missing()
    if (this.broken) return []
    const entry: ChainEntry = { ...row, organization_id: this.organizationId, previous_hash: this.head }
    if (hashOf(entry) === row.hash) return []
    this.broken = true
    return [{ code: 'row_altered', seq: row.seq }]
  }

  private checkText({ seq, text_digest }: AuditRow, line: string | null): VerificationProblem[] {
    if (text_digest === null) return []
    const isSealed = line === null && this.sealed !== undefined && seq <= this.sealed.segment.last
    // The segment itself has been reported.
    if (isSealed && !this.sealed!.digests) return []
    const digest = line === null ? this.sealed?.digests?.get(seq) : sha256(line)
    if (digest === undefined) return [{ code: 'text_missing', seq }]
    return digest === text_digest ? [] : [{ code: 'text_altered', seq }]
  }

  /** Compares the first and the last row of a segment with the hashes that R2 has kept of them since it was sealed. */
  private checkSealedHash({ seq, hash }: AuditRow): VerificationProblem[] {
    const { segment, digests, metadata } = this.sealed ?? {}
    if (!digests || !segment) return []
    const differs =
      (seq === segment.first && metadata?.first_hash !== hash) || (seq === segment.last && metadata?.last_hash !== hash)
    return differs ? [{ code: 'row_rewritten', seq }] : []
  }
}

/** The digests of a segment's texts, by their rows. */
async function digestsOf(bytes: Uint8Array, { blocks }: Segment): Promise<Map<number, string>> {
  const digests = new Map<number, string>()
  for (const { offset, length } of blocks) {
    for (const line of await unpackLines(bytes.subarray(offset, offset + length))) {
      digests.set(textOf(line).seq, sha256(line))
    }
  }
  return digests
}
