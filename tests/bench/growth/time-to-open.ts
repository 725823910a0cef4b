/** Milliseconds until the response is complete: a page's as a browser asks for it, or the API's. */
export async function timeToOpen({ url, token }: { url: string; token: string }, path: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(url + path, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}`, cookie: `session=${token}`, accept: 'text/html,application/json' },
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${text}`)
  return performance.now() - began
}
