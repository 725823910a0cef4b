import { uploadPartBytes } from '~/contract/defaults.ts'
import { hasCode } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import type { Connection } from './connection.ts'
import type { UploadMemory } from './memory.ts'
import { checking, notStarted, type Progress } from './progress.ts'
import type { PutPart } from './put-part.ts'
import type { Sending } from './queue.ts'
import { requireReadable } from './readable.ts'
import { retryUntilOnline } from './retry.ts'
import { createSlots } from './slots.ts'
import { bytesOfPart, transferParts } from './transfer-parts.ts'

/** The calls of an upload by signed addresses. They throw ApiError, or anything else where there was no answer. */
export interface PartsApi {
  /** Returns the id of a file whose bytes will come in parts. The same key returns the same file. */
  reserve: (upload: Sending, key: string) => Promise<number>
  /** How large parts are, and which have arrived. */
  arrived: (fileId: number) => Promise<{ part_size: number; parts: { number: number; size: number }[] }>
  /** Signed addresses for parts, by their numbers. */
  address: (fileId: number, numbers: number[]) => Promise<Map<number, string>>
  validate: (fileId: number) => Promise<StoredFile>
  remove: (fileId: number) => Promise<void>
}

export interface PartsOptions {
  api: PartsApi
  put: PutPart
  memory: UploadMemory
  connection: Connection
}

/** A reserved file, and what of it is still to be sent. */
interface Reservation {
  fileId: number
  partSize: number
  missing: number[]
}

/** Parts on their way at the same time, of all uploads together: enough to fill a line without any of them crawling. */
const partsInFlight = 3

/** Uploads large files in parts to signed addresses, and goes on with uploads that were interrupted. */
export function createPartsSender({ api, put, memory, connection }: PartsOptions) {
  const slots = createSlots(partsInFlight)
  /** Reserved files that are incomplete as far as this page view knows, and those of them that it is sending. */
  const incomplete = new Set<number>()
  const inUse = new Set<number>()

  const forget = (fileId: number) => {
    memory.forget(fileId)
    incomplete.delete(fileId)
  }

  const withRetry = <Result>(work: () => Promise<Result>, { signal, onProgress }: Sending, progress: Progress) =>
    retryUntilOnline(work, {
      connection,
      signal,
      onInterrupted: () => onProgress({ ...progress, step: 'interrupted' }),
    })

  /** An upload that was interrupted; nothing if its file is gone. */
  async function resumed(fileId: number, upload: Sending): Promise<Reservation | undefined> {
    const { size } = upload.file
    try {
      const { part_size, parts } = await withRetry(() => api.arrived(fileId), upload, notStarted)
      const there = new Set(
        parts.filter((part) => part.size === bytesOfPart(part.number, part_size, size)).map(({ number }) => number),
      )
      return { fileId, partSize: part_size, missing: numbersOf(size, part_size).filter((each) => !there.has(each)) }
    } catch (error) {
      // It is complete; only the answer that said so was lost.
      if (hasCode(error, 'wrong_file_status')) return { fileId, partSize: uploadPartBytes, missing: [] }
      if (!hasCode(error, 'does_not_exist')) throw error
      forget(fileId)
      return undefined
    }
  }

  async function reserved(upload: Sending, key: string): Promise<Reservation> {
    const { file, groupId } = upload
    const fileId = await withRetry(() => api.reserve(upload, key), upload, notStarted)
    memory.remember(file, groupId, fileId)
    return { fileId, partSize: uploadPartBytes, missing: numbersOf(file.size, uploadPartBytes) }
  }

  /** Transfers what is missing of a reserved file and has it validated. */
  async function complete({ fileId, partSize, missing }: Reservation, upload: Sending): Promise<StoredFile> {
    const { file, signal, onProgress } = upload
    const address = (numbers: number[]) => api.address(fileId, numbers)
    await transferParts({ file, partSize, missing, signal, onProgress }, { address, put, connection, slots })
    onProgress(checking(file.size))
    return withRetry(() => api.validate(fileId), upload, checking(file.size))
  }

  /** The same; what the server then finds to be missing after all is sent once more. */
  async function completeWithResume(reservation: Reservation, upload: Sending): Promise<StoredFile> {
    try {
      return await complete(reservation, upload)
    } catch (error) {
      const again = hasCode(error, 'wrong_file_status') && (await resumed(reservation.fileId, upload))
      if (!again) throw error
      return complete(again, upload)
    }
  }

  return {
    /**
     * Sends one file, or what is missing of it where it was interrupted.
     * @throws UploadError, ApiError, or the signal's reason
     */
    async send(upload: Sending): Promise<StoredFile> {
      const { file, groupId, signal, onReserved } = upload
      let fileId: number | undefined
      const take = (id: number) => {
        fileId = id
        inUse.add(id)
        incomplete.add(id)
        onReserved(id)
      }
      const leave = () => fileId !== undefined && inUse.delete(fileId)

      const known = upload.fileId ?? memory.find(file, groupId).find((id) => !inUse.has(id))
      if (known !== undefined) take(known)
      try {
        await requireReadable(file)
        let reservation = known === undefined ? undefined : await resumed(known, upload)
        if (!reservation) {
          leave()
          // The upload's own key may stand for the file that is gone.
          reservation = await reserved(upload, known === undefined ? upload.key : crypto.randomUUID())
          take(reservation.fileId)
        }
        signal.throwIfAborted()
        const stored = await completeWithResume(reservation, upload)
        signal.throwIfAborted()
        forget(reservation.fileId)
        return stored
      } catch (error) {
        if (fileId !== undefined && hasCode(error, 'does_not_exist')) {
          forget(fileId)
          onReserved(undefined)
        }
        throw error
      } finally {
        leave()
      }
    },

    /** Deletes a reserved file that is no longer wanted, unless it is complete or another upload goes on with it. */
    async discard(fileId: number): Promise<void> {
      if (inUse.has(fileId) || !incomplete.has(fileId)) return
      forget(fileId)
      await api.remove(fileId)
    },
  }
}

const numbersOf = (size: number, partSize: number) =>
  Array.from({ length: Math.ceil(size / partSize) }, (_, index) => index + 1)
