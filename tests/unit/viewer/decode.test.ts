import { describe, expect, it } from 'vitest'
import { decodeText } from '~/viewer/decode.ts'

const bytes = (...values: number[]) => new Uint8Array(values)
const utf8 = (text: string) => new TextEncoder().encode(text)

describe('decoding a text file', () => {
  it('reads UTF-8, with and without a byte order mark', async () => {
    expect(await decodeText(utf8('部門,金額'), true)).toBe('部門,金額')
    expect(await decodeText(utf8('\uFEFF部門'), true)).toBe('部門')
  })

  it('reads Shift_JIS', async () => {
    expect(await decodeText(bytes(0x95, 0x94, 0x96, 0xe5, 0x2c, 0x31), true)).toBe('部門,1')
  })

  it('reads a western text that is neither', async () => {
    expect(await decodeText(bytes(0x63, 0x61, 0x66, 0xe9, 0x0a), true)).toBe('café\n')
  })

  it('reads UTF-16 by its byte order mark', async () => {
    expect(await decodeText(bytes(0xff, 0xfe, 0xe8, 0x90), true)).toBe('部')
    expect(await decodeText(bytes(0xfe, 0xff, 0x90, 0xe8), true)).toBe('部')
  })

  it('still takes a text for UTF-8 that was cut inside a character', async () => {
    expect(await decodeText(utf8('部門').subarray(0, 4), false)).toBe('部')
  })
})
