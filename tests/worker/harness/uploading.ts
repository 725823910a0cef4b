import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { heldQueue } from './files.ts'
import { type Call, type Caller, signedOut } from './callers.ts'

export const MiB = 1024 * 1024

/** A call that reserves an upload of this name; a size only where one is given. */
export const reserveCall = (caller: Caller, name: string, size?: number, { query = '', ...call }: ReserveCall = {}) =>
  caller(
    `/v1/files/upload_async?file_name=${encodeURIComponent(name)}${size === undefined ? '' : `&file_size=${size}`}${query}`,
    { method: 'POST', ...call },
  )

interface ReserveCall extends Call {
  query?: string
}

/** Reserves an upload that has to be taken; `url` takes all its bytes. */
export async function reserved(caller: Caller, name: string, size?: number, call?: ReserveCall) {
  const response = await reserveCall(caller, name, size, call)
  expect(response.status).toBe(200)
  const { url, file } = await response.json<{ url: string; file: StoredFile }>()
  return { url, id: file.id, file }
}

/** The signed address of one part. */
export async function partUrl(caller: Caller, id: number, number: number): Promise<string> {
  const response = await caller(`/v1/files/${id}/upload_parts`, { method: 'POST', json: { numbers: [number] } })
  expect(response.status).toBe(200)
  const { parts } = await response.json<{ parts: { number: number; url: string }[] }>()
  expect(parts).toEqual([{ number, url: expect.any(String) as string }])
  return parts[0]!.url
}

/** PUTs bytes to an address, with their length as HTTP sends it. */
export function put(url: string, body: string | Uint8Array<ArrayBuffer>, call: Call = {}): Promise<Response> {
  const { pathname, search } = new URL(url)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const headers = { 'content-length': String(bytes.byteLength) }
  return signedOut(pathname + search, { method: 'PUT', headers, body: bytes, ...call })
}

export async function putPart(caller: Caller, id: number, number: number, body: string | Uint8Array<ArrayBuffer>) {
  const response = await put(await partUrl(caller, id, number), body)
  expect(response.status).toBe(204)
}

export const validate = (caller: Caller, id: number, variables: Partial<Env> = { JOBS: heldQueue().JOBS }) =>
  caller(`/v1/files/${id}/validate_upload_async`, { variables })

/** Validates an upload that has to be whole; its job waits. */
export async function validated(caller: Caller, id: number): Promise<StoredFile> {
  const response = await validate(caller, id)
  expect(response.status).toBe(200)
  return response.json<StoredFile>()
}

export const arrived = async (caller: Caller, id: number) =>
  (await caller(`/v1/files/${id}/upload_parts`)).json<{
    part_size: number
    parts: { number: number; size: number }[]
  }>()

/** Bytes that differ from place to place, so that a part in the wrong one is noticed. */
export function bytesOf(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(length / 4))
  for (let index = 0, state = seed; index < words.length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    words[index] = state
  }
  return new Uint8Array(words.buffer, 0, length)
}

/** The digest of bytes in hexadecimal. */
export async function digest(algorithm: 'SHA-256' | 'MD5', bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest(algorithm, bytes)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const sha256 = (bytes: Uint8Array<ArrayBuffer>) => digest('SHA-256', bytes)

/** The row of a file as it is. */
export const rowOf = (id: number) =>
  env.DB.prepare('SELECT * FROM files WHERE id = ?').bind(id).first<{
    object_key: string
    upload_id: string | null
    status: string
    size: number
    requeued: number
  }>()

/** The bytes of a file as they are stored. */
export async function storedBytes(id: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const object = await env.FILES.get((await rowOf(id))!.object_key)
  return object ? new Uint8Array(await object.arrayBuffer()) : undefined
}

/** Whether the multipart upload behind a file's row is still open. */
export async function isOpen({ object_key, upload_id }: { object_key: string; upload_id: string | null }) {
  try {
    await env.FILES.resumeMultipartUpload(object_key, upload_id!).uploadPart(9_999, 'probe')
    return true
  } catch (error) {
    expect(String(error)).toContain('(10024)')
    return false
  }
}
