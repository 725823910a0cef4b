import { markedUtf16 } from '~/encoding/utf16.ts'
import { decode } from '../decode.ts'

/** The bytes in which a page has to name its encoding (HTML, 'prescan a byte stream to determine its encoding'). */
const prescanned = 1024

/**
 * Decodes a page: by its byte order mark, the charset of its header, or its `<meta>`; where these are silent or wrong, as
 * a text file is.
 * @throws UnreadableDocument `unreadable_text` for bytes that are no text
 */
export async function decodeHtml(bytes: Uint8Array, contentType = ''): Promise<string> {
  const head = String.fromCharCode(...bytes.subarray(0, prescanned))
  const named = marked(bytes) ?? charsetOf(contentType) ?? charsetOf(/<meta[^>]+charset[^>]*>/i.exec(head)?.[0])
  const text = named === undefined ? undefined : decodeAs(named, bytes)
  return text ?? decode(bytes)
}

function marked(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  return markedUtf16(bytes)
}

const charsetOf = (text: string | undefined) => /charset\s*=\s*(?:["']\s*)?([\w-]+)/i.exec(text ?? '')?.[1]

/** `undefined` for an encoding that no decoder knows, and where the text shows that it is another. */
function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encoding).decode(bytes)
    return (text.match(/\ufffd/g)?.length ?? 0) > text.length / 100 ? undefined : text
  } catch {
    return undefined
  }
}
