/**
 * The address at which another party's viewer shows an Office document (`OFFICE_VIEWER_URL`, to which the document's
 * address is appended); undefined where there is none, or where it could not reach the document: that party fetches it,
 * so its address has to be a public one.
 */
export function officeViewerAddress(viewer: string, url: string): string | undefined {
  const host = URL.parse(url)?.hostname ?? ''
  const isPublic = url.startsWith('https://') && host.includes('.') && !privateHost.test(host)
  return viewer !== '' && isPublic ? viewer + encodeURIComponent(url) : undefined
}

/** Addresses in figures, and names that mean something only within a network (RFC 6761, RFC 6762, RFC 9476). */
const privateHost = /^[\d.]+$|^\[|\.(localhost|local|internal|test|home\.arpa)$/
