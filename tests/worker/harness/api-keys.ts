import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { type Scope, scopes } from '~/contract/api-keys.ts'
import { type Caller, signedOut } from './callers.ts'

/** A key that somebody makes. */
export interface MadeKey {
  id: number
  secret: string
  call: Caller
}

/** Makes a key of the caller, of every scope unless it says otherwise. */
export async function makeKey(
  caller: Caller,
  key: { name?: string; scopes?: readonly Scope[] } = {},
): Promise<MadeKey> {
  const response = await caller('/web/v1/api-keys', { method: 'POST', json: { name: 'A program', scopes, ...key } })
  expect(response.status).toBe(200)
  const { id, secret } = await response.json<{ id: number; secret: string }>()
  return { id, secret, call: callerWith(secret) }
}

/** Calls the provider with this bearer token. */
export const callerWith =
  (token: string): Caller =>
  (path, call = {}) => {
    const headers = new Headers(call.headers)
    headers.set('authorization', `Bearer ${token}`)
    return signedOut(path, { ...call, headers })
  }

/** Changes the row of a key, as time would. */
export const setKey = (id: number, column: 'expires_at' | 'last_used_at', value: string | null) =>
  env.DB.prepare(`UPDATE api_keys SET ${column} = ? WHERE id = ?`).bind(value, id).run()
