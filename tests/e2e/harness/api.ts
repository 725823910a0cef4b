import { inject } from 'vitest'
import { idToken, type Who } from './sign-in.ts'

interface ApiCall {
  /** The product's origin. */
  app?: string
  /** POST where there is a body. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A form, or what becomes JSON. */
  body?: object
  signal?: AbortSignal
}

/** Calls the API as another program of a member does; gives whatever is answered. */
export async function callApi(
  who: Who,
  path: string,
  { app = inject('appUrl'), body, method = body ? 'POST' : 'GET', signal }: ApiCall = {},
): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(app + path, {
    method,
    headers: {
      authorization: `Bearer ${await idToken(who)}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

/** What such a call gives. @throws where it is refused */
export async function apiResult<Result>(who: Who, path: string, call?: ApiCall): Promise<Result> {
  const response = await callApi(who, path, call)
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as Result
}
