import type { Page } from 'playwright'

/**
 * Counts what a page is sent by its own origin: bytes as they pass the network, compressed, with their headers; of a stream that the page
 * left, what it had come to. What the browser has in its cache is not sent.
 * @returns what ends it, and gives the bytes
 */
export async function countSent(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  /** Bytes that have come so far, by request. */
  const under = new Map<string, number>()
  let bytes = 0
  const end = (requestId: string, length = under.get(requestId) ?? 0) => {
    if (under.delete(requestId)) bytes += length
  }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).origin === origin) under.set(requestId, 0)
  })
  session.on('Network.dataReceived', ({ requestId, dataLength, encodedDataLength }) => {
    const before = under.get(requestId)
    if (before !== undefined) under.set(requestId, before + (encodedDataLength || dataLength))
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength))
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId))
  await session.send('Network.enable')
  return async () => {
    await session.detach()
    return bytes
  }
}
