/**
 * Asks the Worker of the bench, and gives what it answers. Each call has a connection of its own: on a busy machine kept ones were found
 * closed.
 */
export async function post(url: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { connection: 'close' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
  return response.json()
}
