import { Zip, ZipDeflate } from 'fflate'
import { inflateEntries } from '~/provider/documents/archive.ts'
import { concatenated } from '~/encoding/concatenated.ts'

/**
 * A ZIP archive with some entries replaced, in the order they have; the bytes of the others pass through piece by piece,
 * and are never held inflated.
 *
 * @throws UnreadableDocument `damaged`, or `too_large` for entries that inflate to more than is allowed
 */
export function rewriteArchive(bytes: Uint8Array, replaced: Map<string, Uint8Array>): Uint8Array {
  const output: Uint8Array[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    output.push(data)
  })
  inflateEntries(bytes, ({ name, compression }) => {
    // What was stored as it is (images) would not get smaller.
    const copy = new ZipDeflate(name, { level: compression === 0 ? 0 : 6 })
    zip.add(copy)
    const replacement = replaced.get(name)
    return (data, final) => {
      if (!replacement) copy.push(data, final)
      else if (final) copy.push(replacement, true)
    }
  })
  zip.end()
  return concatenated(output)
}
