/**
 * A kind of date that is picked from a sheet: a day from a month's, a month from a year's. Its values are ISO 8601
 * (2026-11-21, 2026-11), so that they compare as text.
 */
export interface Calendar {
  /** The values that can be picked at all. */
  earliest: string
  latest: string
  /** The value `count` days or months later. */
  add: (value: string, count: number) => string
  /** The value `count` sheets later, in the same place of its sheet. */
  turn: (value: string, count: number) => string
  /** How many sheets the keyboard turns at once with Shift. */
  leap: number
  /** The sheet that a value is on: the beginning of the value. */
  sheetOf: (value: string) => string
  /** A sheet's values as they are laid out, with gaps before the first and after the last. */
  rowsOf: (sheet: string) => (string | undefined)[][]
  /** What stands over the columns, short and read out; nothing where a cell says it all. */
  columns: (locale: string) => { short: string; long: string }[]
  titleOf: (sheet: string, locale: string) => string
  /** A value in its cell, read out, and where it is the chosen one. */
  cellText: (value: string, locale: string) => string
  spoken: (value: string, locale: string) => string
  format: (value: string, locale: string) => string
  previous: () => string
  next: () => string
}

/** What may be picked. */
export interface Bounds {
  min?: string | undefined
  max?: string | undefined
}

export const isAllowed = (value: string, { min, max }: Bounds) =>
  (min === undefined || value >= min) && (max === undefined || value <= max)

/** The allowed value next to this one. */
export function clamp(value: string, { min, max }: Bounds): string {
  if (min !== undefined && value < min) return min
  if (max !== undefined && value > max) return max
  return value
}

/** Where a key leads from a value (WAI-ARIA Authoring Practices, 'Date Picker Dialog'); undefined for other keys. */
export function valueAt(
  calendar: Calendar,
  from: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): string | undefined {
  const rows = calendar.rowsOf(calendar.sheetOf(from))
  const row = (rows.find((cells) => cells.includes(from)) ?? []).filter((cell) => cell !== undefined)
  const width = rows[0]!.length
  const sheets = shiftKey ? calendar.leap : 1
  const moves: Record<string, (() => string | undefined) | undefined> = {
    ArrowLeft: () => calendar.add(from, -1),
    ArrowRight: () => calendar.add(from, 1),
    ArrowUp: () => calendar.add(from, -width),
    ArrowDown: () => calendar.add(from, width),
    Home: () => row.at(0),
    End: () => row.at(-1),
    PageUp: () => calendar.turn(from, -sheets),
    PageDown: () => calendar.turn(from, sheets),
  }
  return moves[key]?.()
}
