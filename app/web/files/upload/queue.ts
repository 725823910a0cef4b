import { ApiError, hasCode } from '~/contract/errors.ts'
import type { StoredFile, UploadSource } from '~/contract/files.ts'
import { createListeners } from '~/ui/listeners.ts'
import { busyWait } from '~/web/errors/refusal.ts'
import { UploadError, type UploadFailure } from './upload-error.ts'
import { createPace } from './pace.ts'
import { notStarted, type Progress } from './progress.ts'

/** One file on its way, as a list shows it. The same object until something about it changes. */
export interface Upload {
  id: number
  name: string
  size: number
  /** The media type that the browser tells by the name; empty where it knows none. */
  type: string
  state: 'waiting' | 'sending' | 'stored' | 'failed'
  progress: Progress
  /** An estimate of the seconds until its bytes have left. */
  secondsLeft?: number | undefined
  error?: UploadFailure | undefined
}

/** How a round of uploads ended, from the first file added to an idle queue until it is idle again. */
export interface UploadOutcome {
  stored: number
  failed: number
}

/** What a queue hands over with a file that is to be sent. */
export interface Sending {
  file: File
  groupId: number
  source: UploadSource
  /** Sendings with the same key are one intention and store the file once. */
  key: string
  /** The file that an earlier try has reserved. */
  fileId: number | undefined
  signal: AbortSignal
  /** To be called with the file that is reserved for the bytes, or that there is none any more. */
  onReserved: (fileId: number | undefined) => void
  onProgress: (progress: Progress) => void
}

export interface UploadQueueOptions {
  /**
   * Sends one file to a group and returns the stored file.
   * @throws ApiError, UploadError, or anything where there was no answer
   */
  send: (upload: Sending) => Promise<StoredFile>
  /** Called with the file that is reserved for an upload that was taken off the list. */
  discard: (fileId: number) => void
  /** Called for each file that was stored. */
  onStored: (file: StoredFile) => void
  onFinished: (outcome: UploadOutcome) => void
}

/** Called with an upload's id and what its file has become. */
export type OnStored = (upload: number, file: StoredFile) => void

interface Job {
  shown: Upload
  file: File
  groupId: number
  source: UploadSource
  key: string
  fileId?: number | undefined
  onStored: OnStored | undefined
  pace: ReturnType<typeof createPace>
  controller?: AbortController
  /** How often it has waited for a busy server. */
  waits: number
  /** Progress that is not shown yet. */
  reported?: Progress | undefined
  removed?: true
}

/** More at a time make none of them faster, and a direct upload is held in the Worker's memory while it passes. */
const maxInFlight = 3
/** How often a file waits for a busy server until it counts as failed. */
const mostWaits = 9
/** Milliseconds between two looks at how far the uploads are: bytes leave far more often than anyone reads. */
const showEvery = 250

export type UploadQueue = ReturnType<typeof createUploadQueue>

/**
 * Uploads files three at a time, in the order they were added. Where the provider limits the rate (`rate_limited`) or is
 * busy, the queue waits as long as that says and continues by itself.
 */
export function createUploadQueue({ send, discard, onStored, onFinished }: UploadQueueOptions) {
  const changes = createListeners()
  let jobs: Job[] = []
  let snapshot: readonly Upload[] = []
  let nextId = 1
  let outcome: UploadOutcome = { stored: 0, failed: 0 }
  let pausedUntil: ReturnType<typeof setTimeout> | undefined
  let nextLook: ReturnType<typeof setTimeout> | undefined

  function show(job: Job, change: Partial<Upload>) {
    job.shown = { ...job.shown, ...change }
    publish()
  }

  function publish() {
    snapshot = jobs.map(({ shown }) => shown)
    changes.notify()
  }

  function report(job: Job, progress: Progress) {
    job.reported = progress
    nextLook ??= setTimeout(() => {
      nextLook = undefined
      for (const each of jobs) look(each)
      publish()
    }, showEvery)
  }

  function look(job: Job) {
    const progress = job.reported
    if (!progress || job.shown.state !== 'sending') return
    job.reported = undefined
    const secondsLeft =
      progress.sent === undefined ? undefined : job.pace.secondsLeft(Date.now(), progress.sent, job.file.size)
    job.shown = { ...job.shown, progress, secondsLeft: progress.step === 'sending' ? secondsLeft : undefined }
  }

  function startWaiting() {
    if (pausedUntil !== undefined) return
    const free = maxInFlight - jobs.filter(({ shown }) => shown.state === 'sending').length
    for (const job of jobs.filter(({ shown }) => shown.state === 'waiting').slice(0, free)) void run(job)
  }

  async function run(job: Job) {
    const controller = new AbortController()
    Object.assign(job, { controller, pace: createPace(), reported: undefined })
    show(job, { state: 'sending', progress: notStarted })
    try {
      const file = await send({
        file: job.file,
        groupId: job.groupId,
        source: job.source,
        key: job.key,
        fileId: job.fileId,
        signal: controller.signal,
        onReserved: (fileId) => void (job.fileId = fileId),
        onProgress: (progress) => report(job, progress),
      })
      if (!controller.signal.aborted) stored(job, file)
    } catch (cause) {
      if (!controller.signal.aborted) failed(job, cause)
    } finally {
      if (job.removed) giveUp(job)
      settle()
    }
  }

  function stored(job: Job, file: StoredFile) {
    outcome.stored++
    job.fileId = undefined
    show(job, { state: 'stored', progress: { share: 1, step: 'checking' }, secondsLeft: undefined })
    job.onStored?.(job.shown.id, file)
    onStored(file)
  }

  function failed(job: Job, cause: unknown) {
    if (hasCode(cause, 'rate_limited')) return pause(job, (cause.info?.retry_after ?? 60) * 1000)
    const wait = busyWait(cause)
    if (wait && ++job.waits <= mostWaits) return pause(job, wait)
    // The key now stands for this refusal; another try is another intention.
    if (cause instanceof UploadError && cause.refused) job.key = crypto.randomUUID()
    outcome.failed++
    show(job, { state: 'failed', error: failureOf(cause), secondsLeft: undefined })
  }

  function pause(job: Job, milliseconds: number) {
    show(job, { state: 'waiting', secondsLeft: undefined })
    pausedUntil ??= setTimeout(() => {
      pausedUntil = undefined
      startWaiting()
    }, milliseconds)
  }

  function giveUp({ fileId }: Job) {
    if (fileId !== undefined) discard(fileId)
  }

  function settle() {
    startWaiting()
    if (snapshot.some(isActive)) return
    const finished = outcome
    outcome = { stored: 0, failed: 0 }
    if (finished.stored + finished.failed > 0) onFinished(finished)
  }

  return {
    subscribe: changes.subscribe,
    /** What is on its way or was since the list was cleared; the same array until something changes. */
    uploads: () => snapshot,

    /** Adds files for a group and returns the ids of their uploads. What an earlier round has stored leaves the list. */
    add(files: File[], groupId: number, onStored?: OnStored, source: UploadSource = 'upload'): number[] {
      if (!snapshot.some(isActive)) jobs = jobs.filter(({ shown }) => shown.state !== 'stored')
      const added = files.map((file): Job => {
        const { name, size, type } = file
        const shown: Upload = { id: nextId++, name, size, type, state: 'waiting', progress: notStarted }
        return { shown, file, groupId, source, key: crypto.randomUUID(), onStored, pace: createPace(), waits: 0 }
      })
      jobs.push(...added)
      publish()
      startWaiting()
      return added.map(({ shown }) => shown.id)
    },

    /** Takes a file off the list; one that is on its way is aborted, and what was reserved for it is discarded. */
    remove(id: number) {
      const job = jobs.find(({ shown }) => shown.id === id)
      if (!job) return
      jobs = jobs.filter((one) => one !== job)
      publish()
      if (job.shown.state === 'sending') {
        job.removed = true
        job.controller?.abort()
      } else giveUp(job)
      settle()
    },

    retry(id: number) {
      const job = jobs.find(({ shown }) => shown.id === id && shown.state === 'failed')
      if (!job) return
      job.waits = 0
      show(job, { state: 'waiting', error: undefined })
      startWaiting()
    },

    /** Aborts everything and forgets it; what was reserved stays. */
    clear() {
      const all = jobs
      jobs = []
      outcome = { stored: 0, failed: 0 }
      publish()
      for (const { controller } of all) controller?.abort()
    },
  }
}

/** Whether a file is still to arrive. */
export const isActive = ({ state }: Pick<Upload, 'state'>) => state === 'waiting' || state === 'sending'

/** How far uploads are together, from 0 to 1, by their bytes; what has failed is as far as it will get. */
export function overallShare(uploads: readonly Upload[]): number {
  let all = 0
  let done = 0
  for (const { size, state, progress } of uploads) {
    // An empty file counts too.
    all += size + 1
    done += (size + 1) * (state === 'failed' ? 1 : progress.share)
  }
  return all === 0 ? 0 : done / all
}

function failureOf(cause: unknown): UploadFailure {
  if (cause instanceof ApiError) return cause.code
  return cause instanceof UploadError ? cause.reason : 'cannot_upload'
}
