import { formatValue } from 'hucre'

/** The languages' own short dates: a format that only means 'the reader's date' (14 in a file) comes as this. */
const localDate = 'mm-dd-yy'
const dates: Record<string, string> = { en: 'm/d/yyyy', ja: 'yyyy/m/d' }

type Value = string | number | boolean | Date | null

/**
 * A cell's value as a spreadsheet shows it.
 * @param format the file's own, as `#,##0.00` or `yyyy"年"m"月"`
 * @param language of the reader, for dates without a format of their own
 */
export function numberText(value: Value, format: string | undefined, language: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  const own = !format || /^general$/i.test(format) ? '' : format
  if (value instanceof Date) {
    const shown = !own || own === localDate ? dates[language]! + (hasTime(value) && !own ? ' h:mm' : '') : own
    return formatted(value, withEra(shown, value))
  }
  return own ? formatted(value, own) : general(value)
}

/** Eleven characters are what a spreadsheet shows of a number without a format. */
function general(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e11) return String(value)
  const text = Number(value.toPrecision(10))
  return Math.abs(text) >= 1e11 || (text !== 0 && Math.abs(text) < 1e-9)
    ? text.toExponential(5).replace('e', 'E')
    : String(text)
}

function formatted(value: number | Date, format: string): string {
  try {
    return formatValue(value, withCurrency(format)).trim()
  } catch {
    return value instanceof Date ? plainText(value) : general(value)
  }
}

/** `[$€-407]` is the sign with a language; `[$-411]` is a language alone. */
const withCurrency = (format: string) =>
  format.replace(/\[\$([^[\]-]*)(?:-[^[\]]*)?\]/g, (_, sign: string) => (sign ? `"${sign}"` : ''))

/** Japanese years: `ggge` is 令和8, `gge` 令8, `ge` R8. */
function withEra(format: string, date: Date): string {
  if (!/e/i.test(format) || !/ge|\be/i.test(format)) return format
  const part = (era: 'long' | 'short' | 'narrow', type: string) =>
    new Intl.DateTimeFormat('ja-JP-u-ca-japanese', { era, year: 'numeric', timeZone: 'UTC' })
      .formatToParts(date)
      .find((each) => each.type === type)?.value ?? ''
  return format
    .replace(/g{3}e+/gi, () => `"${part('long', 'era')}${part('long', 'year')}"`)
    .replace(/g{2}e+/gi, () => `"${part('long', 'era').slice(0, 1)}${part('long', 'year')}"`)
    .replace(/ge+/gi, () => `"${part('narrow', 'era')}${part('narrow', 'year')}"`)
}

const hasTime = (date: Date) => date.getTime() % 86_400_000 !== 0

/** A value as it is written into the indexed text: what citations quote. */
export function plainText(value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (!(value instanceof Date)) return String(value)
  if (Number.isNaN(value.getTime())) return ''
  const [day, time] = value.toISOString().slice(0, 19).split('T')
  return time === '00:00:00' ? day! : `${day} ${time}`
}

const colours: Record<string, string> = {
  black: '#000000',
  blue: '#0000ff',
  cyan: '#00ffff',
  green: '#00ff00',
  magenta: '#ff00ff',
  red: '#ff0000',
  white: '#ffffff',
  yellow: '#ffff00',
}

/** The colour that a format gives a number, as `#,##0;[Red]-#,##0` does to negative ones. */
export function formatColour(value: Value, format: string | undefined): string | undefined {
  if (typeof value !== 'number' || !format?.includes('[')) return undefined
  const sections = format.split(';')
  const section =
    value < 0 && sections.length > 1 ? sections[1]! : value === 0 && sections.length > 2 ? sections[2]! : sections[0]!
  const name = /\[(black|blue|cyan|green|magenta|red|white|yellow)\]/i.exec(section)?.[1]
  return name && colours[name.toLowerCase()]
}
