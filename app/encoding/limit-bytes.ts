/** Passes bytes on, no more than `most` of them: with the first that is one too many both sides fail with what `refusal` gives. */
export function limitBytes(most: number, refusal: () => Error): TransformStream<Uint8Array, Uint8Array> {
  let passed = 0
  return new TransformStream({
    transform(bytes, controller) {
      passed += bytes.byteLength
      if (passed > most) throw refusal()
      controller.enqueue(bytes)
    },
  })
}
