import type { VerificationEvent, VerificationProblem } from '~/contract/audits.ts'
import { sha256 } from '~/provider/objects/sha256.ts'
import type { AuditRow, WholeRow } from '~/provider/organization/audit-list.ts'
import { type ChainEntry, firstHash, hashOf } from '~/provider/organization/chain-entry.ts'
import { Erasures, erasureOf, type TextErasure } from '~/provider/organization/erasures.ts'
import { getSegment, linesOf, type Segment, type SegmentMetadata } from '~/provider/organization/segment.ts'
import type { Tally } from '~/provider/organization/tally.ts'
import { textOf } from '~/provider/organization/text-line.ts'

/** An organisation's chain as a verification reads it; `rows` gives as many rows as fit into one call. */
export interface Chain {
  tally: () => Promise<Tally>
  rows: (first: number, last: number) => Promise<WholeRow[]>
  segment: (seq: number) => Promise<{ key: string; segment: Segment } | null>
  erasures: () => Promise<ToldErasure[]>
}

type ToldErasure = TextErasure & { under_way: boolean }

/**
 * Verifies a chain, and yields how far it has come, each problem that it finds, and each erasure that the chain tells of.
 *
 * It checks every row up to the head, the text of each row, and the segments that texts are sealed in. The hashes that R2 keeps
 * with a segment are compared as well: someone who rewrites the whole chain cannot rewrite those. Only the first row that is
 * altered, missing or out of place is reported, since the hashes of the rows after it prove nothing any more. A text may be missing
 * where a row of the chain tells that it was erased. At the end the counters are compared, which shows whether rows were cut off
 * from the end, and whether the erasures took what they say.
 */
export async function* verifyChain(chain: Chain, bucket: R2Bucket): AsyncGenerator<VerificationEvent, void> {
  let tally = await chain.tally()
  const walk = new Walk(tally, await chain.erasures())
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
      if (walk.lacksText(rows)) {
        // Sealed in the meantime, or erased.
        if (!sealed && (await chain.segment(walk.rows + 1))) break
        walk.learn(await chain.erasures())
        tally = await chain.tally()
      }
      if (rows.length === 0) yield* report(walk.skipTo(last))
      for (const row of rows) {
        yield* report(walk.check(row))
        const erasure = erasureOf(row)
        if (erasure) yield walk.take(erasure)
      }
      yield { type: 'progress', rows: walk.rows, total: tally.rows }
    }
  }
  yield* report(walk.compareCounts(tally))
  yield { type: 'end', rows: tally.rows, head: tally.head, problems, erased: walk.erased }
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
  /** Texts that are missing, as an erasure says. */
  erased = 0
  /** Erasures that were told of as the walk began; by now, there may be more. */
  private readonly known: Erasures
  private latest: Erasures
  private readonly underWay: Set<number>
  /** Texts that the known erasures are found to take, and those that their rows say. */
  private readonly taken = { found: 0, told: 0 }

  constructor(
    private readonly began: Tally,
    told: ToldErasure[],
  ) {
    this.known = new Erasures(told.filter(({ seq }) => seq <= began.rows))
    this.latest = this.known
    this.underWay = new Set(told.filter(isUnderWay).map(({ seq }) => seq))
  }

  /** Takes up erasures that the chain tells of by now. */
  learn(told: ToldErasure[]): void {
    this.latest = new Erasures(told)
  }

  /** Whether one of the next rows has a text that is neither there nor was erased. */
  lacksText(rows: WholeRow[]): boolean {
    return rows.some(
      (row) => row.text_digest !== null && this.digestOf(row) === undefined && !this.latest.covering(row),
    )
  }

  /** Reads the segment that the next rows' texts are sealed in. */
  async openSegment(
    { key, segment }: { key: string; segment: Segment },
    bucket: R2Bucket,
  ): Promise<VerificationProblem[]> {
    this.sealed = { segment, digests: undefined, metadata: {} }
    const object = await getSegment(bucket, key, segment)
    if (typeof object === 'string') return [{ code: object, seq: segment.first }]
    this.sealed = { segment, digests: await digestsOf(object.bytes, segment), metadata: object.metadata }
    return []
  }

  check(whole: WholeRow): VerificationProblem[] {
    const { line: _, ...row } = whole
    const problems = [...this.checkHash(row), ...this.checkText(whole), ...this.checkSealedHash(row)]
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

  /** Takes up an erasure that a row tells of. */
  take({ seq, created_at, texts, before }: TextErasure): VerificationEvent {
    if (seq <= this.began.rows) this.taken.told += texts
    return { type: 'erasure', seq, created_at, texts, before }
  }

  compareCounts({ counted, questions }: Tally): VerificationProblem[] {
    const { request, action } = this.found
    const agree =
      counted.request === request &&
      counted.action === action &&
      questions === request &&
      this.taken.found === this.taken.told
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
    const entry: ChainEntry = { ...row, organization_id: this.began.organizationId, previous_hash: this.head }
    if (hashOf(entry) === row.hash) return []
    this.broken = true
    return [{ code: 'row_altered', seq: row.seq }]
  }

  private checkText(row: WholeRow): VerificationProblem[] {
    const { seq, text_digest } = row
    if (text_digest === null) return []
    const known = this.known.covering(row)
    if (known) this.taken.found++
    const digest = this.digestOf(row)
    if (digest === null) return []
    if (digest === undefined) {
      if (!this.latest.covering(row)) return [{ code: 'text_missing', seq }]
      this.erased++
      return []
    }
    if (digest !== text_digest) return [{ code: 'text_altered', seq }]
    return known && !this.underWay.has(known.seq) ? [{ code: 'text_not_erased', seq }] : []
  }

  /** Of a row's text as it is; undefined where it is missing, null where its segment is, which has been reported. */
  private digestOf({ seq, line }: WholeRow): string | null | undefined {
    if (line !== null) return sha256(line)
    if (!this.sealed || seq > this.sealed.segment.last) return undefined
    return this.sealed.digests ? this.sealed.digests.get(seq) : null
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

/** Whoever rewrites the table of what is under way gains a day by it, no more. */
const isUnderWay = ({ under_way, created_at }: ToldErasure) =>
  under_way && Date.now() - Date.parse(created_at) < 24 * 60 * 60 * 1000

/** The digests of a segment's texts, by their rows. */
async function digestsOf(bytes: Uint8Array, segment: Segment): Promise<Map<number, string>> {
  const digests = new Map<number, string>()
  for await (const lines of linesOf(bytes, segment))
    for (const line of lines) digests.set(textOf(line).seq, sha256(line))
  return digests
}
