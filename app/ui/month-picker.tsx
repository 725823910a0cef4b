import { months } from './calendar/months.ts'
import { Picker, type PickerProps } from './calendar/picker.tsx'

/** Picks a month (2026-11) within `min` and `max` (spec, section 2, 'Shared table behaviour'). */
export const MonthPicker = (props: PickerProps) => <Picker calendar={months} {...props} />
