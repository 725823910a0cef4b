import { datesIn } from '~/provider/models/builtin/facts/dates.ts'
import type { Cell, Column } from '~/provider/sandbox/table.ts'

/** What people and spreadsheets write where a number or a date is missing. */
const missing = new Set(['', '-', '–', '—', '―', 'n/a', 'na', 'null', '#n/a', '#div/0!', '#value!', '#ref!'])

const number = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?$|^[-+]?\.\d+$/i

/** More digits are a number's name, such as that of a card. */
const mostDigits = 15

/**
 * The values of a column and what they are: a kind is taken only where all fit it, so that none gets lost. Numbers may
 * have commas, a currency sign, 円, % and △ for minus.
 */
export function typedValues(cells: string[]): { kind: Column['kind']; values: Cell[] } {
  const numbers = converted(cells, numberOf)
  if (numbers)
    return { kind: numbers.every((value) => Number.isInteger(value ?? 0)) ? 'integer' : 'real', values: numbers }
  const dates = converted(cells, dateOf)
  if (dates) return { kind: 'date', values: dates }
  return { kind: 'text', values: cells.map((cell) => cell.trim() || null) }
}

/** Undefined where a cell does not fit, or none is filled. */
function converted<Value extends Cell>(cells: string[], convert: (text: string) => Value | undefined) {
  const values: (Value | null)[] = []
  let filled = 0
  for (const cell of cells) {
    const text = cell.normalize('NFKC').trim()
    const value = missing.has(text.toLowerCase()) ? null : convert(text)
    if (value === undefined) return undefined
    if (value !== null) filled++
    values.push(value)
  }
  return filled > 0 ? values : undefined
}

function numberOf(text: string): number | undefined {
  const plain = text
    .replace(/^[△▲]/, '-')
    .replace(/^([-+]?)[¥$€£] ?/, '$1')
    .replace(/ ?[円%]$/, '')
  const digits = plain.replaceAll(/\D/g, '').length
  if (!number.test(plain) || digits > mostDigits || /^[-+]?0\d/.test(plain)) return undefined
  return Number(plain.replaceAll(',', ''))
}

function dateOf(text: string): string | undefined {
  const month = /^(\d{4}) ?(?:[-/]|年) ?(\d{1,2})月?$/.exec(text)
  if (month && Number(month[2]) >= 1 && Number(month[2]) <= 12) return `${month[1]}-${month[2]!.padStart(2, '0')}`
  const [, day = text, time] = /^(.*\d[日]?)[T ](\d{1,2}:\d{2}(?::\d{2})?)$/.exec(text) ?? []
  const [date] = datesIn(day)
  if (!date || date.text !== day) return undefined
  return time ? `${date.iso} ${time.padStart(time.length > 5 ? 8 : 5, '0')}` : date.iso
}
