import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { lazyPopup } from '../lazy-popup.tsx'
import type { Calendar } from './calendar.ts'
import { days } from './days.ts'
import { months } from './months.ts'
import type { PickerProps } from './picker-popup.tsx'

const PickerPopup = lazyPopup(() => import('./picker-popup.tsx'))

/** Picks a day (2026-11-21) within `min` and `max`. */
export const DayPicker = (props: PickerProps) => <Picker calendar={days} {...props} />

/** Picks a month (2026-11) within `min` and `max`. */
export const MonthPicker = (props: PickerProps) => <Picker calendar={months} {...props} />

/** A button that shows the chosen date and opens a sheet to choose from, which is loaded when someone reaches for the button. */
function Picker({ calendar, ...props }: PickerProps & { calendar: Calendar }) {
  const { label, value, required } = props
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  // A press on the button of an open sheet closes it as a press outside; the click that follows must not open it again.
  const openAtPress = useRef(false)
  const id = useId()

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={PickerPopup.preload}
        onFocus={PickerPopup.preload}
        onPointerDown={() => {
          openAtPress.current = open
        }}
        onClick={() => {
          setOpen(!openAtPress.current)
          openAtPress.current = false
        }}
        className="inline-flex h-10 items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm whitespace-nowrap transition-colors hover:border-line-strong hover:bg-sunken aria-expanded:border-accent"
      >
        <span id={`${id}-label`} className="text-muted">
          {label}
        </span>
        <span id={`${id}-value`} className={value ? 'tabular-nums' : 'text-faint'}>
          {value ? calendar.format(value, getLocale()) : required ? '–' : m.picker_any()}
        </span>
        <CalendarDays aria-hidden className="size-4 text-faint" />
      </button>
      <PickerPopup {...props} calendar={calendar} open={open} anchor={button} onClose={() => setOpen(false)} />
    </>
  )
}
