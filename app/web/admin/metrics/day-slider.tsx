import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'

interface DaySliderProps {
  label: string
  /** The days that can be pointed at, from the first of the month. */
  days: number
  /** The days that the width is shared by. */
  slots: number
  /** What is read out for a day, by its place from 0. */
  valueText: (index: number) => string
  pointed: number | undefined
  onPoint: (index: number | undefined) => void
  /** The panels under the pointer. */
  children: ReactNode
}

/** Points at a day of a chart, with the pointer or the arrow keys; each day's values are read out. */
export function DaySlider({ label, days, slots, valueText, pointed, onPoint, children }: DaySliderProps) {
  const last = days - 1
  const at = pointed ?? last

  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: Math.max(0, at - 1),
      ArrowDown: Math.max(0, at - 1),
      ArrowRight: Math.min(last, at + 1),
      ArrowUp: Math.min(last, at + 1),
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onPoint(next)
  }
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * slots)
    onPoint(index >= 0 && index <= last ? index : undefined)
  }

  if (days === 0) return children
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={days}
      aria-valuenow={at + 1}
      aria-valuetext={valueText(at)}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && onPoint(at)}
      onBlur={() => onPoint(undefined)}
      onPointerDown={onPointerMove}
      onPointerMove={onPointerMove}
      onPointerLeave={() => onPoint(undefined)}
      className="relative grid gap-3 rounded-sm"
    >
      {pointed !== undefined && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-y-0 rounded-sm bg-sunken"
          style={{ left: `${(pointed / slots) * 100}%`, width: `${100 / slots}%` }}
        />
      )}
      {children}
    </div>
  )
}
