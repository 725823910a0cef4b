import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { getLocale } from '~/paraglide/runtime'
import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import { type Bounds, type Calendar, clamp, isAllowed, valueAt } from './calendar.ts'

interface SheetProps extends Bounds {
  calendar: Calendar
  value: string | undefined
  now: string
  onPick: (value: string) => void
  /** Holds the cell that the keyboard is at. */
  cursorRef: RefObject<HTMLButtonElement | null>
}

/** A month's days or a year's months as a grid: one cell is in the tab order, the arrow keys go from cell to cell. */
export function Sheet({ calendar, value, now, onPick, cursorRef, min, max }: SheetProps) {
  const locale = getLocale()
  const title = useId()
  const bounds = { min: min ?? calendar.earliest, max: max ?? calendar.latest }
  const [cursor, setCursor] = useState(() => clamp(value ?? now, bounds))
  const sheet = calendar.sheetOf(cursor)
  const columns = calendar.columns(locale)
  const rows = calendar.rowsOf(sheet)
  const row = classes('grid w-63', columns.length > 0 ? 'grid-cols-7' : 'grid-cols-3')

  const onKeyDown = (event: KeyboardEvent) => {
    const next = valueAt(calendar, cursor, event)
    if (next === undefined) return
    event.preventDefault()
    // The cell may be on another sheet, which has to be drawn before it can be focused.
    flushSync(() => setCursor(clamp(next, bounds)))
    cursorRef.current?.focus()
  }

  const turned = (count: number) => clamp(calendar.turn(cursor, count), bounds)
  const turning = (count: number) => ({
    disabled: calendar.sheetOf(turned(count)) === sheet,
    onClick: () => setCursor(turned(count)),
  })

  return (
    <div>
      <header className="mb-1 flex items-center justify-between">
        <IconButton label={calendar.previous()} {...turning(-1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <h2 id={title} aria-live="polite" className="text-sm font-medium">
          {calendar.titleOf(sheet, locale)}
        </h2>
        <IconButton label={calendar.next()} {...turning(1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </header>
      <div role="grid" aria-labelledby={title} tabIndex={-1} onKeyDown={onKeyDown} className="text-sm tabular-nums">
        {columns.length > 0 && (
          <div role="row" className={row}>
            {columns.map(({ short, long }) => (
              <span key={long} role="columnheader" className="grid h-8 place-items-center text-xs text-faint">
                <span aria-hidden>{short}</span>
                <span className="sr-only">{long}</span>
              </span>
            ))}
          </div>
        )}
        {rows.map((cells) => (
          <div key={cells.find((cell) => cell !== undefined)} role="row" className={row}>
            {cells.map((cell, index) =>
              cell === undefined ? (
                <span key={index} aria-hidden />
              ) : (
                <span key={cell} role="gridcell" aria-selected={cell === value} className="grid">
                  <button
                    ref={cell === cursor ? cursorRef : undefined}
                    type="button"
                    tabIndex={cell === cursor ? 0 : -1}
                    disabled={!isAllowed(cell, bounds)}
                    aria-label={calendar.spoken(cell, locale)}
                    aria-current={cell === now ? 'date' : undefined}
                    onClick={() => onPick(cell)}
                    className={classes(
                      'h-9 rounded-sm transition-colors disabled:opacity-50',
                      cell === now && 'font-semibold',
                      cell === value ? 'bg-accent text-accent-ink' : 'enabled:hover:bg-sunken',
                      cell === now && cell !== value && 'text-accent-text',
                    )}
                  >
                    {calendar.cellText(cell, locale)}
                  </button>
                </span>
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
