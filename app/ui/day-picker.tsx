import { days } from './calendar/days.ts'
import { Picker, type PickerProps } from './calendar/picker.tsx'

/** Picks a day (2026-11-21) within `min` and `max` (spec, section 2, 'Shared table behaviour'). */
export const DayPicker = (props: PickerProps) => <Picker calendar={days} {...props} />
