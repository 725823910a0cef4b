import { afterEach, describe, expect, it } from 'vitest'
import { overwriteGetLocale } from '~/paraglide/runtime'
import { byteSize } from '~/ui/byte-size.ts'
import { formatDay } from '~/ui/day.tsx'

afterEach(() => overwriteGetLocale(() => 'en'))

describe('a size', () => {
  it('reads as Bytes, KB, MB or GB of 1024, with two decimals', () => {
    overwriteGetLocale(() => 'en')
    expect(
      [0, 1023, 1024, 1536, 1024 ** 2, 5.25 * 1024 ** 2, 1024 ** 3, 2048 * 1024 ** 3].map((bytes) => byteSize(bytes)),
    ).toEqual(['0 Bytes', '1023 Bytes', '1.00 KB', '1.50 KB', '1.00 MB', '5.25 MB', '1.00 GB', '2,048.00 GB'])
  })

  it('of a limit reads without decimals', () => {
    expect(byteSize(32 * 1024 ** 2, 0)).toBe('32 MB')
  })
})

describe('a day', () => {
  it('reads year, month, day with hyphens in English', () => {
    expect(formatDay('2026-11-01T09:00:00.000Z', 'en', 'UTC')).toBe('2026-11-01')
  })

  it('reads with the characters for year, month and day in Japanese', () => {
    expect(formatDay('2026-11-21T09:00:00.000Z', 'ja', 'UTC')).toBe('2026年11月21日')
  })

  it("is the reader's, not the server's", () => {
    expect(formatDay('2026-11-20T16:00:00.000Z', 'en', 'Asia/Tokyo')).toBe('2026-11-21')
  })
})
