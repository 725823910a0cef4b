/** Asks the Worker of the bench, and gives what it answers. */
export async function post(url: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return response.json()
}
