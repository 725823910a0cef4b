import { endOfPage, restartScript } from './restart.ts'

/**
 * Adds to a page's HTML what tells whether all of it has come: its first script, and the sign at its end. Both are of the stream, as
 * React puts styles before all scripts of its own, which then wait for them.
 * @param nonce of the page's policy
 */
export function framed(response: Response, nonce: string): Response {
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  if (!response.body || !isPage) return response
  const encoder = new TextEncoder()
  const first = encoder.encode(`<script nonce="${nonce}">${restartScript};document.currentScript.remove()</script>`)
  let hasBegun = false
  const frame = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (hasBegun) return controller.enqueue(chunk)
      hasBegun = true
      // A character a byte: the stream may divide one of several.
      const place = new TextDecoder('latin1').decode(chunk).indexOf(head) + head.length
      if (place < head.length) return controller.enqueue(chunk)
      controller.enqueue(chunk.subarray(0, place))
      controller.enqueue(first)
      controller.enqueue(chunk.subarray(place))
    },
    flush: (controller) => controller.enqueue(encoder.encode(endOfPage)),
  })
  return new Response(response.body.pipeThrough(frame), response)
}

const head = '<head>'
