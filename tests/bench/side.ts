/** An organisation with so many rows, as one of its members asks for them. */
export interface Side {
  rows: number
  url: string
  token: string
}

/** Calls the API as that member; an answer that is not OK is a mistake of the bench. */
export async function call({ url, token }: Side, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
  return response
}
