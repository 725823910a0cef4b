import type { Side } from './seed.ts'

/** Calls the API as an organisation's admin; an answer that is not OK is a mistake of the bench. */
export async function call({ url, token }: Side, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
  return response
}
