import { useEffect, useEffectEvent, useRef } from 'react'
import { nearestRow, type PlacedGroup, rowOf } from './rows.ts'

/**
 * Gives the focus to the row of a conversation when the field or the dialog that had it has gone, or to the next row where
 * the conversation has gone too. A focus that is somewhere else by then stays there.
 */
export function useFocusAfter(
  groups: readonly PlacedGroup[],
  busyWith: number | null,
  focusRow: (row: number) => void,
) {
  const last = useRef(-1)
  const row = busyWith === null ? -1 : rowOf(groups, busyWith)
  useEffect(() => {
    if (row !== -1) last.current = row
  }, [row])

  const takeFocus = useEffectEvent(() => {
    if (document.activeElement === document.body && last.current !== -1) focusRow(nearestRow(groups, last.current, 1))
  })
  useEffect(() => {
    if (busyWith === null) return
    return () => void requestAnimationFrame(takeFocus)
  }, [busyWith])
}
