type TokenSource = () => Promise<string | null>

let source: TokenSource | undefined

/** From now on calls carry the token that `next` gives; Firebase sets it once it knows the user. */
export function setTokenSource(next: TokenSource) {
  source = next
}

/** The headers that identify the caller; none while this tab has no Firebase user, when the session cookie speaks. */
export async function bearerHeaders(): Promise<Record<string, string>> {
  const token = await source?.()
  return token ? { authorization: `Bearer ${token}` } : {}
}
