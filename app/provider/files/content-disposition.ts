/**
 * The `Content-Disposition` header (RFC 6266) for a file: an ASCII name for old clients, and the real one in UTF-8
 * (RFC 8187), which wins where it is understood.
 */
export function contentDisposition(disposition: 'inline' | 'attachment', name: string): string {
  // A percent sign in the fallback is decoded by some clients and not by others (RFC 6266, appendix D).
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${extendedValue(name)}`
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves as they are. */
const extendedValue = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
