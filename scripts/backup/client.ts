import { setTimeout } from 'node:timers/promises'
import type { Calls, Described, Written } from '../../app/provider/backup/calls.ts'
import { Problem } from '../local/problem.ts'

export type Input<Name extends keyof Calls> = Omit<NonNullable<Parameters<Calls[Name]>[1]>, never>
export type Output<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>

/** The Worker of a backup (`app/backup.ts`), whose calls may all be repeated. */
export interface BackupWorker {
  call<Name extends keyof Calls>(name: Name, input: Input<Name>): Promise<Output<Name>>
  /** An object of R2 with its bytes; undefined for one that is gone. */
  read(key: string): Promise<{ about: Described; body: ReadableStream<Uint8Array> } | undefined>
  /** Writes an object of R2. @param sha256 in hex; other bytes are refused */
  write(object: Written, bytes: Uint8Array, sha256: string): Promise<void>
  writePart(part: { key: string; upload: string; number: number }, bytes: Uint8Array): Promise<R2UploadedPart>
}

/** What is answered of an object that is not there. */
const gone = 410

/**
 * How often something is tried, since a new address is not known everywhere at once, and milliseconds before the second time; each
 * pause is twice the one before.
 */
const tries = { most: 6, pause: 500 }

/** @param send a request, whose path is `/`, to the Worker */
export function backupWorker(send: (path: string, init: RequestInit) => Promise<Response>): BackupWorker {
  async function request(path: string, init: RequestInit): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await send(path, init).catch((error: Error) => error)
      if (response instanceof Response && (response.ok || response.status === gone)) return response
      const said = response instanceof Response ? `status ${response.status}` : String(response.cause ?? response)
      if (attempt === tries.most)
        throw new Problem(`The Worker of the backup does not do ${path.split('?')[0]}: ${said}.`)
      if (response instanceof Response) await response.body?.cancel()
      await setTimeout(tries.pause * 2 ** (attempt - 1))
    }
  }

  const must = async <T>(path: string, init: RequestInit) => (await (await request(path, init)).json()) as T

  const about = (value: object) => `about=${encodeURIComponent(JSON.stringify(value))}`
  const put = (bytes: Uint8Array) => ({ method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> })
  return {
    call: (name, input) => must(`/${name}`, { method: 'POST', body: JSON.stringify(input) }),
    async read(key) {
      const response = await request(`/bytes?${about({ key })}`, { method: 'GET' })
      if (response.status === gone) return undefined
      const described = JSON.parse(decodeURIComponent(response.headers.get('x-object')!)) as Described
      return { about: described, body: response.body ?? new Blob([]).stream() }
    },
    write: (object, bytes, sha256) => must(`/bytes?${about({ ...object, sha256 })}`, put(bytes)),
    writePart: (part, bytes) => must(`/part?${about(part)}`, put(bytes)),
  }
}
