import type { StoredFile } from '~/contract/files.ts'
import type { Sending } from './queue.ts'

const prefix = 'upload '

/**
 * Sends a file so that the browser's other page views know it is being sent: as long as that goes on this one holds a lock
 * on the reserved file, which the browser takes back from a page view that ends, however it does.
 */
export async function sendInSight(
  upload: Sending,
  send: (upload: Sending) => Promise<StoredFile>,
): Promise<StoredFile> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const onReserved = (fileId: number | undefined) => {
    upload.onReserved(fileId)
    if (fileId !== undefined) void locks?.request(prefix + fileId, { mode: 'shared' }, () => ended)
  }
  try {
    return await send({ ...upload, onReserved })
  } finally {
    end()
  }
}

/** The reserved files that some page view of this browser is sending; undefined where that cannot be known. */
export async function uploadsInSight(): Promise<Set<number> | undefined> {
  const snapshot = await locks?.query()
  const names = snapshot?.held?.map(({ name }) => name ?? '').filter((name) => name.startsWith(prefix))
  return names && new Set(names.map((name) => Number(name.slice(prefix.length))))
}

/** Missing where a page does not come over HTTPS. */
const locks = globalThis.navigator?.locks as LockManager | undefined
