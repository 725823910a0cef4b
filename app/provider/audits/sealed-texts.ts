import type { Place } from '~/provider/organization/sealing.ts'
import { unpackTexts } from '~/provider/organization/segment.ts'
import type { TextLine } from '~/provider/organization/text-line.ts'

/** Parts of one segment that lie behind each other, as one range of its bytes. */
interface Range {
  key: string
  offset: number
  blocks: Place['block'][]
}

/**
 * Reads parts of sealed segments from R2: their texts, by the places of their rows. Neighbouring parts are one reading, one after
 * the other, so that no more than one segment is in memory.
 * @param wanted where only these rows' texts are to be kept
 */
export async function sealedTexts(
  bucket: R2Bucket,
  places: Place[],
  wanted?: Set<number>,
): Promise<Map<number, TextLine>> {
  const texts = new Map<number, TextLine>()
  for (const { key, offset, blocks } of rangesOf(places)) {
    const length = blocks.reduce((sum, block) => sum + block.length, 0)
    const object = await bucket.get(key, { range: { offset, length } })
    if (!object) throw new Error('a segment of audits is missing')
    const bytes = await object.bytes()
    for (const block of blocks) {
      const start = block.offset - offset
      for (const [seq, text] of await unpackTexts(bytes.subarray(start, start + block.length)))
        if (!wanted || wanted.has(seq)) texts.set(seq, text)
    }
  }
  return texts
}

function rangesOf(places: Place[]): Range[] {
  const ranges: Range[] = []
  for (const { key, block } of places.toSorted((one, other) => one.block.first - other.block.first)) {
    const range = ranges.at(-1)
    const last = range?.blocks.at(-1)
    if (range && last && range.key === key && last.offset + last.length === block.offset) range.blocks.push(block)
    else ranges.push({ key, offset: block.offset, blocks: [block] })
  }
  return ranges
}
