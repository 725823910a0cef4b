import type { Page } from 'playwright'

/**
 * Counts what a page is sent by its own origin: bytes as they pass the network, compressed, with their headers. What the browser has in its
 * cache is not sent.
 * @returns what ends it, and gives the bytes
 */
export async function countSent(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  const own = new Set<string>()
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).origin === origin) own.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (own.delete(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  return async () => {
    await session.detach()
    return bytes
  }
}
