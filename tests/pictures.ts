import { zlibSync } from 'fflate'
import { GifWriter } from 'omggif'
import { concatenated } from '~/encoding/concatenated.ts'

/** The colours of the test pictures' halves, as red, green and blue. */
export const red = [200, 30, 30] as const
export const blue = [30, 30, 200] as const

/** The pixels of a picture whose left half is red and whose right half is blue. */
export function halves(width: number, height: number): Uint8Array {
  const data = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at++) data.set([...(at % width < width / 2 ? red : blue), 255], at * 4)
  return data
}

/** A PNG of two halves, or one whose header lies about its size. */
export function pngOf(width: number, height: number, said = { width, height }): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(1 + width)
  for (let x = 0; x < width; x++) row[1 + x] = x < width / 2 ? 0 : 1
  const rows = new Uint8Array(row.length * height)
  for (let y = 0; y < height; y++) rows.set(row, y * row.length)
  return bytesOf(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', bytesOf(long(said.width), long(said.height), [8, 3, 0, 0, 0])),
    chunk('PLTE', bytesOf([...red, ...blue])),
    chunk('IDAT', zlibSync(rows)),
    chunk('IEND', bytesOf()),
  )
}

/** A GIF of two halves. */
export function gifOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const buffer = new Uint8Array(width * height + 2_000)
  const [left, right] = [red, blue].map(([r, g, b]) => (r << 16) | (g << 8) | b)
  const gif = new GifWriter(buffer, width, height, { palette: [left!, right!] })
  gif.addFrame(
    0,
    0,
    width,
    height,
    Array.from({ length: width * height }, (_, at) => (at % width < width / 2 ? 0 : 1)),
  )
  return buffer.slice(0, gif.end())
}

const avifBase64 = [
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA',
  'AGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAC8AAAAoaWluZgAAAAAAAQAAABppbmZl',
  'AgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAEAAAAAwAAAAEHBpeGkAAAAAAwgICAAAAAxh',
  'djFDgQAMAAAAABNjb2xybmNseAACAAIABoAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAADdtZGF0EgAKCRgVf72CBAQNCDIgGAAK',
  'KKKEALTbeoBVFQMMIMQIho9jLUiu4391Vf0KzcM=',
].join('')

/** An AVIF of 64 by 48 pixels with the same halves, made by libavif. */
export const avif = Uint8Array.from(atob(avifBase64), (character) => character.charCodeAt(0))

/**
 * A grey JPEG whose left half is dark and whose right half is light, sides in multiples of 8. Each block of 8 by 8 is two
 * codes, so that even a large one is small.
 * @param orientation EXIF's way to say how it is turned
 */
export function jpegOf(width: number, height: number, orientation?: number): Uint8Array<ArrayBuffer> {
  let bits = ''
  const scan: number[] = []
  const write = (code: string) => {
    bits += code
    for (; bits.length >= 8; bits = bits.slice(8)) {
      const byte = Number.parseInt(bits.slice(0, 8), 2)
      scan.push(byte)
      if (byte === 0xff) scan.push(0)
    }
  }
  const [darker, lighter, same, none] = ['1100011011', '1101100100', '0', '0']
  for (let y = 0; y < height / 8; y++) {
    for (let x = 0; x < width / 8; x++) {
      if (x === 0) write(y === 0 ? '10001101' : darker)
      else write(x === width / 16 ? lighter : same)
      write(none)
    }
  }
  write('1111111')
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation ?? 1,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  return bytesOf(
    '\xff\xd8',
    orientation === undefined ? [] : segment(0xe1, bytesOf('Exif\0\0', tiff)),
    segment(0xdb, bytesOf([0], Array<number>(64).fill(16))),
    segment(0xc0, bytesOf([8], short(height), short(width), [1, 1, 0x11, 0])),
    segment(0xc4, bytesOf([0x00], [1, 1, 1], Array<number>(13).fill(0), [0, 6, 7])),
    segment(0xc4, bytesOf([0x10], [1], Array<number>(15).fill(0), [0])),
    segment(0xda, bytesOf([1, 1, 0x00, 0, 63, 0])),
    scan,
    '\xff\xd9',
  )
}

/** The greys of its halves. */
export const dark = 28
export const light = 228

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = bytesOf(type, data)
  return bytesOf(long(data.length), named, long(crc32(named)))
}

const segment = (marker: number, data: Uint8Array) => bytesOf([0xff, marker], short(data.length + 2), data)
const short = (value: number) => [value >> 8, value & 255]
const long = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc
}

const bytesOf = (...parts: (string | ArrayLike<number>)[]): Uint8Array<ArrayBuffer> =>
  concatenated(
    parts.map((part) =>
      typeof part === 'string' ? Uint8Array.from(part, (character) => character.charCodeAt(0)) : Uint8Array.from(part),
    ),
  )
