import { expect, test } from 'vitest'
import { isReadable } from '~/provider/documents/readable.ts'

const latin1 = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes)
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  'The quick brown fox jumps over the lazy dog.',
  '年次有給休暇は、USBメモリーとA社のPCを除き、第12条に定める。',
  'Résumé of the café owner: « ça coûte 12 € », naïve façade, Ångström, œuvre.',
  'Łódź, Kraków i Gdańsk; Příliš žluťoučký kůň; Đà Nẵng; İstanbul',
  'Привет, мир. Γειά σου κόσμε. שלום עולם. مرحبا بالعالم. नमस्ते दुनिया. สวัสดี 안녕하세요',
  '価格：１，２００円（税込） ※①〜③を除く ㈱山田 ℡03-1234-5678 ≦ ± → ★',
  'ἐν ἀρχῇ ἦν ὁ λόγος, καὶ ὁ λόγος ἦν πρὸς τὸν θεόν',
  'ﻣﺮﺣﺒﺎ ﺑﺎﻟﻌﺎﻟﻢ ﻭﺃﻫﻼ ﻭﺳﻬﻼ ﺑﻜﻢ',
  'α-helix, 5 µm, ΔT = 3 K, Ω; x² + y²',
  'ƒ(x) = 3; Jeff’s “quoted” words… and – dashes',
  '1\t2\t3\n4\t5\t6',
])('%j is readable', (text) => {
  expect(isReadable(text)).toBe(true)
})

test.each([
  ['private characters', '\ue001\ue002\ue003\ue004 and so on'],
  ['replacement characters', 'caf\ufffd \ufffd\ufffd'],
  ['glyph numbers of an English font', '7KH\u0003TXLFN\u0003EURZQ\u0003IR[\u0003MXPSV\u0003RYHU'],
  ['glyph numbers of a Japanese font', glyphNumbers('年次有給休暇は、次のとおりとする。就業規則に定めるものとする')],
  ['numbers of glyphs in words', '(cid:12)(cid:345)(cid:6) (cid:78)(cid:9)'],
  ['UTF-8 read as Windows-1252, in Japanese', latin1(utf8('就業規則は次のとおりとする。'))],
  ['UTF-8 read as Shift_JIS', new TextDecoder('shift_jis').decode(utf8('あいうえお、かきくけこ。メモリーの使用'))],
  [
    'Shift_JIS read as Windows-1252',
    latin1(Uint8Array.from([0x83, 0x41, 0x83, 0x43, 0x83, 0x45, 0x83, 0x47, 0x83, 0x49])),
  ],
])('%s are unreadable', (_, text) => {
  expect(isReadable(text)).toBe(false)
})

/** The numbers that glyphs have in the common order of Japanese fonts, as if they were characters. */
function glyphNumbers(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0)!
    if (code < 0x3041) return String.fromCharCode(634)
    return String.fromCharCode(code < 0x3100 ? 842 + code - 0x3041 : 1125 + ((code * 7) % 6_000))
  }).join('')
}
