import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'

/** One file on its way, as a list shows it. */
export interface Upload {
  id: number
  name: string
  state: 'waiting' | 'sending' | 'stored' | 'failed'
  /** Why it failed; `no_files` when the answer named neither a stored nor a failed file. */
  error?: ErrorCode | 'no_files'
}

/** How a round of uploads ended, from the first file added to an idle queue until it is idle again. */
export interface UploadOutcome {
  stored: number
  failed: number
}

export interface UploadQueueOptions {
  /**
   * Sends one file to a group. Sendings with the same key are one intention and store the file once.
   * @throws ApiError
   */
  send: (
    file: File,
    groupId: number,
    key: string,
    signal: AbortSignal,
  ) => Promise<{ failed: { code: string }[]; files: StoredFile[] }>
  /** Called for each file that was stored. */
  onStored: () => void
  onFinished: (outcome: UploadOutcome) => void
}

/** Called with an upload's id and what its file has become. */
export type OnStored = (upload: number, file: StoredFile) => void

interface Job extends Upload {
  file: File
  onStored: OnStored | undefined
  groupId: number
  key: string
  controller?: AbortController
}

/** More at a time make none of them faster, and each is held in the Worker's memory while it passes. */
const maxInFlight = 3

export type UploadQueue = ReturnType<typeof createUploadQueue>

/**
 * Uploads files one call each, three at a time, in the order they were added. Where the provider asks for patience
 * (`rate_limited`) the queue waits as long as it says and goes on by itself.
 */
export function createUploadQueue({ send, onStored, onFinished }: UploadQueueOptions) {
  const listeners = new Set<() => void>()
  let jobs: Job[] = []
  let snapshot: readonly Upload[] = []
  let nextId = 1
  let outcome: UploadOutcome = { stored: 0, failed: 0 }
  let pausedUntil: ReturnType<typeof setTimeout> | undefined

  const update = (job: Job, change: Partial<Job>) => {
    Object.assign(job, change)
    publish()
  }

  function publish() {
    snapshot = jobs.map(({ id, name, state, error }) => ({ id, name, state, ...(error && { error }) }))
    for (const listener of listeners) listener()
  }

  function startWaiting() {
    if (pausedUntil !== undefined) return
    const free = maxInFlight - jobs.filter(({ state }) => state === 'sending').length
    for (const job of jobs.filter(({ state }) => state === 'waiting').slice(0, free)) void run(job)
  }

  async function run(job: Job) {
    const controller = new AbortController()
    update(job, { state: 'sending', controller })
    try {
      const { files, failed } = await send(job.file, job.groupId, job.key, controller.signal)
      if (controller.signal.aborted) return
      if (files[0]) stored(job, files[0])
      // The key now stands for this refusal; another try is another intention.
      else fail(job, (failed[0]?.code ?? 'no_files') as ErrorCode | 'no_files', crypto.randomUUID())
    } catch (cause) {
      if (controller.signal.aborted) return
      if (cause instanceof ApiError && cause.code === 'rate_limited') pause(job, cause.info?.retry_after ?? 60)
      else fail(job, cause instanceof ApiError ? cause.code : 'cannot_upload', job.key)
    } finally {
      settle()
    }
  }

  function stored(job: Job, file: StoredFile) {
    outcome.stored++
    update(job, { state: 'stored' })
    job.onStored?.(job.id, file)
    onStored()
  }

  function fail(job: Job, error: ErrorCode | 'no_files', key: string) {
    outcome.failed++
    update(job, { state: 'failed', error, key })
  }

  function pause(job: Job, seconds: number) {
    update(job, { state: 'waiting' })
    pausedUntil ??= setTimeout(() => {
      pausedUntil = undefined
      startWaiting()
    }, seconds * 1000)
  }

  function settle() {
    startWaiting()
    if (jobs.some(isActive)) return
    const finished = outcome
    outcome = { stored: 0, failed: 0 }
    if (finished.stored + finished.failed > 0) onFinished(finished)
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** What is on its way or was since the list was cleared; the same array until something changes. */
    uploads: () => snapshot,

    /** Adds files for a group and gives the ids of their uploads. What an earlier round has stored leaves the list. */
    add(files: File[], groupId: number, onStored?: OnStored): number[] {
      if (!jobs.some(isActive)) jobs = jobs.filter(({ state }) => state !== 'stored')
      const added = files.map((file): Job => {
        const key = crypto.randomUUID()
        return { id: nextId++, name: file.name, state: 'waiting', file, groupId, key, onStored }
      })
      jobs.push(...added)
      publish()
      startWaiting()
      return added.map(({ id }) => id)
    },

    /** Takes a file off the list; one that is on its way is aborted. */
    remove(id: number) {
      const job = jobs.find((one) => one.id === id)
      job?.controller?.abort()
      jobs = jobs.filter((one) => one !== job)
      publish()
      settle()
    },

    retry(id: number) {
      const job = jobs.find((one) => one.id === id && one.state === 'failed')
      if (!job) return
      delete job.error
      update(job, { state: 'waiting' })
      startWaiting()
    },
  }
}

/** Whether a file is still to arrive. */
export const isActive = ({ state }: Pick<Upload, 'state'>) => state === 'waiting' || state === 'sending'
