/** The first bytes of an answer, at most so many; the rest is not waited for. */
export async function firstBytes({ body }: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.byteLength
    if (length >= most) break
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes.subarray(0, most)
}
