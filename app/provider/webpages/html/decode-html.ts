import { decode } from '~/provider/documents/decode.ts'

/** The bytes in which a page has to name its encoding (HTML, 'prescan a byte stream to determine its encoding'). */
const prescanned = 1024

/**
 * Decodes a page: by its byte order mark, the charset of its header, or its `<meta>`; where these are silent or wrong, as
 * a text file is.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const head = String.fromCharCode(...bytes.subarray(0, prescanned))
  const named = marked(bytes) ?? charsetOf(contentType) ?? charsetOf(/<meta[^>]+charset[^>]*>/i.exec(head)?.[0])
  if (named === undefined) return decode(bytes)
  try {
    const text = new TextDecoder(named).decode(bytes)
    return (text.match(/\ufffd/g)?.length ?? 0) > text.length / 100 ? decode(bytes) : text
  } catch {
    return decode(bytes)
  }
}

function marked(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

const charsetOf = (text: string | undefined) => /charset\s*=\s*["']?\s*([\w-]+)/i.exec(text ?? '')?.[1]
