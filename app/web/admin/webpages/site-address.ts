/**
 * The address of a site as it is written: http or https, which may be left out (`example.com` is https).
 * @returns undefined while it is no complete address
 */
export function siteAddress(text: string): string | undefined {
  const written = text.trim()
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `https://${written}`)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const isComplete = url.hostname.includes('.') || url.hostname === 'localhost'
  return isComplete ? url.href : undefined
}

/** An address as people read it: without the scheme, in the letters of its language. */
export function shownAddress(address: string): string {
  const short = address.replace(/^https?:\/\//, '')
  try {
    return decodeURI(short)
  } catch {
    return short
  }
}
