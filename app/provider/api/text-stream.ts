import { log } from '~/provider/log/log.ts'

/**
 * Texts as the bytes of a body, each made when the one before has been taken, so that a slow reader costs no memory. An
 * error on the way is logged as `event` and breaks the body off: nobody is to take half of it for the whole.
 */
export function textStream(texts: AsyncGenerator<string>, event: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let left = false
  return new ReadableStream({
    async pull(controller) {
      try {
        let next = await texts.next()
        // Nothing to enqueue would be nothing to pull for again.
        while (next.value === '') next = await texts.next()
        // The reader may have gone away while this text was made.
        if (left) return
        if (next.done) controller.close()
        else controller.enqueue(encoder.encode(next.value))
      } catch (error) {
        log.error(event, { cause: error })
        controller.error(error)
      }
    },
    async cancel() {
      left = true
      await texts.return(undefined)
    },
  })
}
