import { detectEncoding } from '~/encoding/detect-encoding.ts'
import { toldEncoding } from '~/encoding/told-encoding.ts'

/**
 * Decodes the bytes of a text file as the provider does, so that what was found in it is shown: as what they tell by themselves, as
 * UTF-8 if they are valid, or else by the encoding that their letters tell.
 * `complete` is false where the bytes were cut; a character may then be cut as well.
 */
export async function decodeText(bytes: Uint8Array, complete: boolean): Promise<string> {
  const told = toldEncoding(bytes)
  if (told) return new TextDecoder(told).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !complete })
  } catch {
    return new TextDecoder(await detectEncoding(bytes)).decode(bytes)
  }
}
