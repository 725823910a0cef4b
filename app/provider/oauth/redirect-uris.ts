const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && loopbackHosts.includes(hostname)

/** Whether a program may have its answers led there: to a site by HTTPS, or to itself on the member's own machine. */
export function mayBeRedirectUri(text: string): boolean {
  const url = URL.parse(text)
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || isLoopback(url)
}

/** Whether it is one of those registered, letter by letter; a program on the member's machine gets a port when it starts (RFC 8252). */
export const isRegistered = (text: string, registered: string[]): boolean =>
  mayBeRedirectUri(text) && registered.some((uri) => uri === text || isSameButForPort(uri, text))

function isSameButForPort(one: string, other: string): boolean {
  const urls = [new URL(one), new URL(other)]
  if (!urls.every(isLoopback)) return false
  for (const url of urls) url.port = ''
  return urls[0]!.href === urls[1]!.href
}

/** Whose it is, for people: null for the member's own machine. */
export function hostOf(uri: string): string | null {
  const url = new URL(uri)
  return isLoopback(url) ? null : url.host
}
