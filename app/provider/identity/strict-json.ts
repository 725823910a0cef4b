/** UTF-8 as it is written: a byte-order mark is text, which no JSON begins with, and wrong bytes are an error. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a JSON object that another reader could not read otherwise: no name stands twice in an object of it, and none is `__proto__`.
 * @throws Error
 */
export function strictObject(bytes: Uint8Array): Record<string, unknown> {
  const text = decoder.decode(bytes)
  let named = 0
  const value: unknown = JSON.parse(text, function (this: unknown, name: string, member: unknown) {
    if (name === '__proto__') throw new SyntaxError('a name is __proto__')
    if (!Array.isArray(this)) named++
    return member
  })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('it is no object')
  // The whole has a name too, an empty one; of names that stand twice one is read.
  if (named - 1 !== namesIn(text)) throw new SyntaxError('a name stands twice')
  return value as Record<string, unknown>
}

/** Outside of strings a colon stands after each name, and nowhere else. */
const namesIn = (json: string) => json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1
