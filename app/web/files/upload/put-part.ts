/** What became of a part: the status of the answer, or 0 where there was none. */
export type PutPart = (
  address: string,
  part: Blob,
  options: { signal: AbortSignal; onSent: (bytes: number) => void },
) => Promise<number>

/** Milliseconds without a byte after which a connection counts as lost; one that died with a change of network never says so. */
const idleTimeoutMs = 60_000

/**
 * Puts a part to a signed address and reports how many of its bytes have left. No browser's `fetch` reports that, so it
 * is an XMLHttpRequest. The address carries all permission: no cookie and no token goes along.
 * @throws the signal's reason when that aborts
 */
export const putPart: PutPart = (address, part, { signal, onSent }) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    let idleTimer: ReturnType<typeof setTimeout>
    const touch = () => {
      clearTimeout(idleTimer)
      idleTimer = setTimeout(() => request.abort(), idleTimeoutMs)
    }
    const abort = () => request.abort()
    const end = () => {
      clearTimeout(idleTimer)
      signal.removeEventListener('abort', abort)
      if (signal.aborted) reject(signal.reason)
      else resolve(request.status)
    }
    signal.addEventListener('abort', abort)
    request.addEventListener('loadend', end)
    request.upload.addEventListener('progress', ({ loaded }) => {
      touch()
      onSent(loaded)
    })
    request.open('PUT', address)
    touch()
    request.send(part)
  })
