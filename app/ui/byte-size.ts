import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'

const units = ['KB', 'MB', 'GB']

/** A number of bytes for people: Bytes, KB, MB or GB of 1024, with two decimals, or as many as asked. */
export function byteSize(bytes: number, decimals = 2): string {
  if (bytes < 1024) return m.size_bytes({ size: bytes })
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length)
  const size = new Intl.NumberFormat(getLocale(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return `${size.format(bytes / 1024 ** power)} ${units[power - 1]}`
}
