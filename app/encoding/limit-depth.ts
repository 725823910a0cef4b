const quote = 0x22
const backslash = 0x5c
/** `[` and `{`; what closes them comes two later. */
const openings = [0x5b, 0x7b]
const closings = openings.map((opening) => opening + 2)

/** Counts how deep the lists and objects of a JSON text stand in each other, from its bytes in pieces; it need not be in order. */
function nesting(): (bytes: Uint8Array) => number {
  let depth = 0
  let isText = false
  let isEscaped = false
  return (bytes) => {
    let deepest = depth
    for (const byte of bytes) {
      if (isEscaped) isEscaped = false
      else if (isText) {
        if (byte === backslash) isEscaped = true
        else if (byte === quote) isText = false
      } else if (byte === quote) isText = true
      else if (openings.includes(byte)) deepest = Math.max(deepest, ++depth)
      else if (closings.includes(byte)) depth--
    }
    return deepest
  }
}

/** Whether the lists and objects of a JSON text stand deeper in each other than `most`. */
export const isDeeper = (json: string, most: number): boolean => nesting()(new TextEncoder().encode(json)) > most

/**
 * Passes the bytes of a JSON text on, as long as its lists and objects stand no deeper in each other than `most`; then both sides fail with
 * what `refusal` gives. Whoever reads JSON by a function that calls itself is so kept from running out of stack.
 */
export function limitDepth(most: number, refusal: () => Error): TransformStream<Uint8Array, Uint8Array> {
  const deepestIn = nesting()
  return new TransformStream({
    transform(bytes, controller) {
      if (deepestIn(bytes) > most) throw refusal()
      controller.enqueue(bytes)
    },
  })
}
