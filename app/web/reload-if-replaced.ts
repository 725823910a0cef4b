let isAsking = false

/**
 * Reloads a tab whose version is no longer served: its code asks for parts and functions that are gone. Whatever the page would
 * lose asks first, as on any other way out (`beforeunload`); drafts are kept. While the network is down nothing happens.
 */
export async function reloadIfReplaced(): Promise<void> {
  if (isAsking) return
  isAsking = true
  // The name of this very file has a hash of the version that it is part of.
  const own = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (own?.status === 404) location.reload()
  else isAsking = false
}
