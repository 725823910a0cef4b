import { datesIn } from '~/provider/builtin/facts/dates.ts'
import type { Cell, Column } from '~/provider/sandbox/table.ts'

/** What people and spreadsheets write where a number or a date is missing. */
const missing = new Set(['', '-', '–', '—', '―', 'n/a', 'na', 'null', '#n/a', '#div/0!', '#value!', '#ref!'])

const number = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?$|^[-+]?\.\d+$/i

/** More digits are a number's name, such as that of a card. */
const maxDigits = 15

/** How the cells of a column are read: `monthFirst` is 12/31/2026, `dayFirst` 31/12/2026, `hours` 1:30 for 1.5. */
export type CellFormat = Column['kind'] | 'monthFirst' | 'dayFirst' | 'hours'

/** The kind of the values that a format gives. */
export function kindOf(format: CellFormat): Column['kind'] {
  if (format === 'monthFirst' || format === 'dayFirst') return 'date'
  return format === 'hours' ? 'real' : format
}

const parsers = {
  integer: wholeOf,
  real: numberOf,
  date: dateOf,
  monthFirst: (text: string) => dateOf(text) ?? slashedDateOf(text, 'monthFirst'),
  dayFirst: (text: string) => dateOf(text) ?? slashedDateOf(text, 'dayFirst'),
  hours: hoursOf,
}
const orders = ['monthFirst', 'dayFirst'] as const

/** What 1:30 says in a column of such a name: how long something took, and no time of the day. */
const duration = /duration|hours|elapsed|overtime|時間/i

/**
 * Tells how the values of a column are read, one after the other: a format is taken only where all fit it, so that none
 * gets lost. Numbers may have commas, a currency sign, 円, % and △ for minus.
 */
export class FormatOfValues {
  /** Whether any cell is filled. */
  isFilled = false
  private readonly possible = new Set(Object.keys(parsers) as (keyof typeof parsers)[])
  private hasValue = false

  add(cell: string): void {
    if (cell.trim() === '') return
    this.isFilled = true
    if (this.possible.size === 0) return
    const text = plain(cell)
    if (missing.has(text.toLowerCase())) return
    this.hasValue = true
    for (const format of this.possible) if (parsers[format](text) === undefined) this.possible.delete(format)
  }

  /** @param label the column's name, which tells hours from times of the day */
  formatFor(label: string): CellFormat {
    const { possible } = this
    if (!this.hasValue) return 'text'
    if (possible.has('hours')) return duration.test(label) ? 'hours' : 'text'
    const sure = (['integer', 'real', 'date'] as const).find((format) => possible.has(format))
    const order = orders.filter((format) => possible.has(format))
    // 4/1/2026 in all rows may be either.
    return sure ?? (order.length === 1 ? order[0]! : 'text')
  }
}

/** A cell as a value of its column's kind; null where nothing is there. */
export function valueOf(format: CellFormat, cell: string): Cell {
  if (format === 'text') return cell.trim() || null
  const text = plain(cell)
  return missing.has(text.toLowerCase()) ? null : (parsers[format](text) ?? null)
}

const plain = (cell: string) => cell.normalize('NFKC').trim()

function numberOf(text: string): number | undefined {
  const bare = text
    .replace(/^[△▲]/, '-')
    .replace(/^([-+]?)[¥$€£] ?/, '$1')
    .replace(/ ?[円%]$/, '')
  const digits = bare.replaceAll(/\D/g, '').length
  if (!number.test(bare) || digits > maxDigits || /^[-+]?0\d/.test(bare)) return undefined
  return Number(bare.replaceAll(',', ''))
}

function wholeOf(text: string): number | undefined {
  const value = numberOf(text)
  return Number.isInteger(value) ? value : undefined
}

function hoursOf(text: string): number | undefined {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600
}

/** 31.12.2026 and 31/12/2026 23:30: points are written only where the day comes first. */
function slashedDateOf(text: string, order: (typeof orders)[number]): string | undefined {
  const [, one, sign, other, year, rest = ''] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})((?:[T ].*)?)$/.exec(text) ?? []
  if (one === undefined || (sign === '.' && order === 'monthFirst')) return undefined
  const [month, day] = order === 'monthFirst' ? [one, other] : [other, one]
  return dateOf(`${year}-${month}-${day}${rest}`)
}

function dateOf(text: string): string | undefined {
  const month = /^(\d{4}) ?(?:[-/]|年) ?(\d{1,2})月?$/.exec(text)
  if (month && Number(month[2]) >= 1 && Number(month[2]) <= 12) return `${month[1]}-${month[2]!.padStart(2, '0')}`
  const [, day = text, time] = /^(.*\d[日]?)[T ](\d{1,2}:\d{2}(?::\d{2})?)$/.exec(text) ?? []
  const [date] = datesIn(day)
  if (!date || date.text !== day) return undefined
  return time ? `${date.iso} ${time.padStart(time.length > 5 ? 8 : 5, '0')}` : date.iso
}
