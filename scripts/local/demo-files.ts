import { openAsBlob, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Me } from '../../app/contract/users.ts'
import type { StoredFile } from '../../app/contract/files.ts'
import type { Paged } from '../../app/contract/shared.ts'
import { waitFor } from './wait-for.ts'

/** Reading all samples takes a few seconds; whatever is not read after this many milliseconds is read later. */
const readLimit = 120_000

/** Calls the app's API as the browser and other programs do. */
export type Call = <T>(path: string, init?: RequestInit) => Promise<T>

/** @param token an ID token of a member */
export const apiOf =
  (appUrl: string, token: string): Call =>
  async (path, init) => {
    const response = await fetch(appUrl + path, { ...init, headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
    return response.json()
  }

/**
 * Uploads the files of a directory to the organisation's group, those that are not there yet, and waits until all are
 * read. An interrupted seeding is so completed by the next one.
 * @returns how many of them can be asked about
 */
export async function uploadSamples(directory: string, call: Call): Promise<number> {
  const group = (await call<Me>('/web/v1/users/me')).groups.find(({ type }) => type === 'organization')
  if (!group) throw new Error('The demo organisation has no group.')

  const list = async () => {
    const { data } = await call<Paged<StoredFile>>(`/web/v1/files?page_size=100&group_ids=${group.id}`)
    return data
  }
  const present = new Set((await list()).map(({ name }) => name))
  // macOS may hand out decomposed names; the app keeps composed ones.
  const missing = readdirSync(directory).filter((name) => !name.startsWith('.') && !present.has(name.normalize('NFC')))
  if (missing.length > 0) {
    const body = new FormData()
    for (const name of missing.toSorted()) {
      const type = mimeTypes[name.slice(name.lastIndexOf('.'))] ?? 'application/octet-stream'
      body.append('files', await openAsBlob(join(directory, name), { type }), name.normalize('NFC'))
    }
    const { failed } = await call<{ failed: { name: string; code: string }[] }>(
      `/v1/files/upload?group_id=${group.id}`,
      { method: 'POST', body },
    )
    if (failed[0]) throw new Error(`${failed[0].name}: ${failed[0].code}`)
  }

  let files: StoredFile[] = []
  await waitFor('The sample documents are not read', readLimit, async () => {
    files = await list()
    return files.every(({ status }) => status === 'done' || status === 'failed')
  })
  return files.filter(({ status }) => status === 'done').length
}

const mimeTypes: Record<string, string> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.txt': 'text/plain',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
