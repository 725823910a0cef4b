import { Popover } from '@base-ui/react/popover'
import { type RefObject, useRef } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '../button.tsx'
import type { Bounds, Calendar } from './calendar.ts'
import { Sheet } from './sheet.tsx'

export interface PickerProps extends Bounds {
  label: string
  value: string | undefined
  /** Today, or this month, by the clock that counts: marked on the sheet. */
  now: string
  /** Called with what was picked; with nothing when it was cleared. */
  onChange: (value: string | undefined) => void
  /** Cannot be cleared. */
  required?: boolean
}

interface PickerPopupProps extends PickerProps {
  calendar: Calendar
  open: boolean
  /** The button that opened it; it gets the focus back. */
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/** The sheet that a picker's button opens. A pick closes it; picking the chosen value again clears it. */
export default function PickerPopup({ open, anchor, onClose, onChange, ...picker }: PickerPopupProps) {
  const { label, value, required = false } = picker
  const cursor = useRef<HTMLButtonElement>(null)
  const choose = (next: string | undefined) => {
    onClose()
    if (next !== value) onChange(next)
  }
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="start" sideOffset={6} collisionPadding={12} className="z-40">
          <Popover.Popup
            aria-label={label}
            initialFocus={cursor}
            finalFocus={anchor}
            className="grid gap-2 rounded-lg border border-line bg-raised p-3 shadow-overlay outline-none"
          >
            <Sheet
              {...picker}
              cursorRef={cursor}
              onPick={(picked) => choose(picked === value && !required ? undefined : picked)}
            />
            {value !== undefined && !required && (
              <Button variant="ghost" size="sm" onClick={() => choose(undefined)} className="justify-self-start">
                {m.picker_clear()}
              </Button>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
