// Scripts import this, too: they know no alias.
import { concatenated } from '../../encoding/concatenated.ts'

/** The first bytes of an answer, at most this many; the rest is not waited for. */
export async function firstBytes({ body }: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.byteLength
    if (length >= most) break
  }
  return concatenated(parts).subarray(0, most)
}
