import { ApiError } from '~/contract/errors.ts'
import { createAddresses, type FetchAddresses } from './part-urls.ts'
import type { Connection } from './connection.ts'
import { type Progress, sending } from './progress.ts'
import type { PutPart } from './put-part.ts'
import { requireReadable } from './readable.ts'
import { retryUntilOnline } from './retry.ts'
import type { Slots } from './slots.ts'

/** What of a file is to be transferred. */
export interface Transfer {
  file: File
  /** Bytes of every part but the last. */
  partSize: number
  /** The numbers of the parts that have not arrived, from 1. */
  missing: readonly number[]
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

export interface TransferOptions {
  address: FetchAddresses
  put: PutPart
  connection: Connection
  /** Shared by all transfers. */
  slots: Slots
}

/** One transfer does not ask for more than this of the slots. */
const partsAtOnce = 3
/** An address that is refused this often, although it is fresh, has not just expired. */
const mostRefusals = 3

/**
 * Puts the missing parts of a file to signed addresses, each again until it has arrived.
 * @throws UploadError, ApiError, or the signal's reason
 */
export async function transferParts(
  { file, partSize, missing, signal, onProgress }: Transfer,
  { address, put, connection, slots }: TransferOptions,
): Promise<void> {
  const failure = new AbortController()
  const ended = AbortSignal.any([signal, failure.signal])
  const addresses = createAddresses(missing, address)
  const onTheWay = new Map<number, number>()
  const resumedAt = file.size - missing.reduce((sum, number) => sum + bytesOfPart(number, partSize, file.size), 0)
  let arrived = resumedAt

  const progress = (): Progress => {
    const moving = [...onTheWay.values()].reduce((sum, bytes) => sum + bytes, 0)
    return { ...sending(arrived + moving, file.size), ...(resumedAt > 0 && { resumedAt }) }
  }
  const report = () => onProgress(progress())
  const onInterrupted = () => onProgress({ ...progress(), step: 'interrupted' })

  async function sendPart(number: number): Promise<void> {
    const part = file.slice((number - 1) * partSize, number * partSize)
    const onSent = (bytes: number) => {
      onTheWay.set(number, Math.min(bytes, part.size))
      report()
    }
    const attempt = async () => {
      try {
        await putToAddress(part, number, onSent)
        arrived += part.size
      } finally {
        onTheWay.delete(number)
      }
    }
    await retryUntilOnline(attempt, { connection, signal: ended, onInterrupted })
    report()
  }

  async function putToAddress(part: Blob, number: number, onSent: (bytes: number) => void): Promise<void> {
    let refused: string | undefined
    for (let refusals = 0; refusals < mostRefusals; refusals++) {
      const to = await addresses.of(number, refused)
      const status = await slots.run(() => put(to, part, { signal: ended, onSent }), ended)
      if (status !== 403) return requireArrived(status, part)
      refused = to
    }
    throw new ApiError('operation_not_authorized')
  }

  const left = missing.values()
  async function work() {
    try {
      for (const number of left) await sendPart(number)
    } catch (error) {
      failure.abort(error)
    }
  }

  report()
  await Promise.all(Array.from({ length: partsAtOnce }, work))
  ended.throwIfAborted()
}

/** Bytes of one part of a file. */
export const bytesOfPart = (number: number, partSize: number, fileSize: number) =>
  Math.min(partSize, fileSize - (number - 1) * partSize)

/** What the answer to a part means where it is not that it has arrived. */
async function requireArrived(status: number, part: Blob): Promise<void> {
  if (status >= 200 && status < 300) return
  if (status === 0) await requireReadable(part)
  if (status === 0 || status === 408 || status === 429 || status >= 500) throw new ApiError('service_unavailable')
  if (status === 404) throw new ApiError('does_not_exist', { entity: 'file' })
  throw new ApiError(status === 413 ? 'file_too_large' : 'cannot_upload')
}
