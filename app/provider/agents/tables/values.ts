import { datesIn } from '~/provider/models/builtin/facts/dates.ts'
import type { Cell, Column } from '~/provider/sandbox/table.ts'

/** What people and spreadsheets write where a number or a date is missing. */
const missing = new Set(['', '-', '–', '—', '―', 'n/a', 'na', 'null', '#n/a', '#div/0!', '#value!', '#ref!'])

const number = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?$|^[-+]?\.\d+$/i

/** More digits are a number's name, such as that of a card. */
const mostDigits = 15

/**
 * Tells of what kind the values of a column are, one after the other: a kind is taken only where all fit it, so that none
 * gets lost. Numbers may have commas, a currency sign, 円, % and △ for minus.
 */
export class KindOfValues {
  /** Whether any cell is filled. */
  isFilled = false
  private mayBe = { number: true, date: true }
  private isWhole = true
  private hasValue = false

  add(cell: string): void {
    if (cell.trim() === '') return
    this.isFilled = true
    if (!this.mayBe.number && !this.mayBe.date) return
    const text = plain(cell)
    if (missing.has(text.toLowerCase())) return
    this.hasValue = true
    const value = this.mayBe.number ? numberOf(text) : undefined
    this.mayBe.number = value !== undefined
    this.isWhole &&= value === undefined || Number.isInteger(value)
    this.mayBe.date &&= dateOf(text) !== undefined
  }

  get kind(): Column['kind'] {
    if (!this.hasValue) return 'text'
    if (this.mayBe.number) return this.isWhole ? 'integer' : 'real'
    return this.mayBe.date ? 'date' : 'text'
  }
}

/** A cell as a value of its column's kind; null where nothing is there. */
export function valueOf(kind: Column['kind'], cell: string): Cell {
  if (kind === 'text') return cell.trim() || null
  const text = plain(cell)
  if (missing.has(text.toLowerCase())) return null
  return (kind === 'date' ? dateOf(text) : numberOf(text)) ?? null
}

const plain = (cell: string) => cell.normalize('NFKC').trim()

function numberOf(text: string): number | undefined {
  const bare = text
    .replace(/^[△▲]/, '-')
    .replace(/^([-+]?)[¥$€£] ?/, '$1')
    .replace(/ ?[円%]$/, '')
  const digits = bare.replaceAll(/\D/g, '').length
  if (!number.test(bare) || digits > mostDigits || /^[-+]?0\d/.test(bare)) return undefined
  return Number(bare.replaceAll(',', ''))
}

function dateOf(text: string): string | undefined {
  const month = /^(\d{4}) ?(?:[-/]|年) ?(\d{1,2})月?$/.exec(text)
  if (month && Number(month[2]) >= 1 && Number(month[2]) <= 12) return `${month[1]}-${month[2]!.padStart(2, '0')}`
  const [, day = text, time] = /^(.*\d[日]?)[T ](\d{1,2}:\d{2}(?::\d{2})?)$/.exec(text) ?? []
  const [date] = datesIn(day)
  if (!date || date.text !== day) return undefined
  return time ? `${date.iso} ${time.padStart(time.length > 5 ? 8 : 5, '0')}` : date.iso
}
