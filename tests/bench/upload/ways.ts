import type { RunningWorker } from '../workers.ts'
import { call, partsOf } from './transfer.ts'

/** Parts that the browser asks addresses for at a time. */
const batchSize = 6

/** One way to store a file: how its parts are addressed, and what makes a file of them. */
export interface Way {
  name: string
  worker: RunningWorker
  /** Begins an upload of so many bytes. */
  begin: (size: number) => Promise<Upload>
}

export interface Upload {
  /** Where a part goes by PUT; numbered from 1. */
  partUrl: (number: number) => Promise<string>
  /** Takes what the PUT answered. */
  partArrived: (number: number, answer: string) => void
  /** Makes the file, and gives where it is read from. */
  complete: () => Promise<string>
}

/** The product's API, as the browser uses it. */
export function productWay(worker: RunningWorker, token: string): Way {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const api = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> =>
    JSON.parse(await call(method, `${worker.url}${path}`, { headers, ...(body !== undefined && { json: body }) }))
  return {
    name: 'product',
    worker,
    async begin(size) {
      const query = `file_name=bench.bin&file_size=${size}`
      const { file } = await api<{ file: { id: number } }>('POST', `/v1/files/upload_async?${query}`)
      const path = `/v1/files/${file.id}`
      const batches = new Map<number, Promise<{ parts: { number: number; url: string }[] }>>()
      const batchOf = (number: number) => {
        const before = number - 1 - ((number - 1) % batchSize)
        const numbers = partsOf(size).slice(before, before + batchSize)
        const batch = batches.get(before) ?? api('POST', `${path}/upload_parts`, { numbers })
        batches.set(before, batch)
        return batch
      }
      return {
        partUrl: async (number) => (await batchOf(number)).parts.find((part) => part.number === number)!.url,
        partArrived: () => {},
        complete: async () => {
          await api('GET', `${path}/validate_upload_async`)
          return (await api<{ url: string }>('GET', `${path}/download_url`)).url
        },
      }
    },
  }
}

/** The storage alone, behind a Worker that passes requests on. */
export function floorWay(worker: RunningWorker): Way {
  let uploads = 0
  return {
    name: 'bare pipe',
    worker,
    async begin() {
      const url = `${worker.url}/file-${++uploads}`
      const { uploadId } = JSON.parse(await call('POST', url)) as { uploadId: string }
      const parts = new Map<number, unknown>()
      return {
        partUrl: async (number) => `${url}?upload=${uploadId}&part=${number}`,
        partArrived: (number, answer) => void parts.set(number, JSON.parse(answer)),
        complete: async () => {
          const sorted = [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part)
          await call('PATCH', `${url}?upload=${uploadId}`, { json: sorted })
          return url
        },
      }
    },
  }
}
